// series.csv and measures: names of columns with units in the first line, numbers below.

export interface Column {
  name: string;
  unit: string;
  values: Float64Array;
}

export interface Table {
  time: Float64Array;
  columns: Column[];
}

// Lines that cannot be read, such as one that is being written, are left out.
export function readTable(text: string): Table {
  const lines = text.split('\n');
  const heads = (lines.shift() ?? '').split(',');
  const rows = lines.map((line) => line.split(',')).filter((row) => row.length === heads.length && row[0] !== '');
  const columns = heads.map((head, k) => {
    const [, name, unit] = /^(.*?)(?: \[(.*)\])?$/.exec(head)!;
    return {name: name.replaceAll('_', ' '), unit: unit ?? '', values: Float64Array.from(rows, (row) => Number(row[k]))};
  });
  const time = columns.shift()?.values ?? new Float64Array(0);
  return {time, columns: columns.filter((column) => column.name !== 'step' && column.name !== 'from')};
}
