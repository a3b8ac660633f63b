// Small helpers for elements, numbers with units, and files.

export function el<K extends keyof HTMLElementTagNameMap>(
    tag: K, attributes: Record<string, any> = {}, ...children: (Node | string)[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (key === 'class') element.className = value;
    else if (key in element && key !== 'list') (element as any)[key] = value;
    else element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

export const byId = (id: string): any => document.getElementById(id)!;

// Four digits; powers of ten beyond a thousand times and below a thousandth.
export function numberText(value: number, digits = 4): string {
  if (!Number.isFinite(value)) return '–';
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 1e-3 && size < 1e5) return String(Number(value.toPrecision(digits))).replace('-', '\u2212');
  const [mantissa, exponent] = value.toExponential(digits - 1).split('e');
  const raised = [...String(Number(exponent))].map((c) => c === '-' ? '\u207b' : '\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079'[Number(c)]).join('');
  return `${String(Number(mantissa)).replace('-', '\u2212')}\u00b710${raised}`;
}

export const withUnit = (value: number, unit: string) => numberText(value) + (unit ? `\u202f${unit}` : '');

export function saveFile(blob: Blob, name: string) {
  const link = el('a', {href: URL.createObjectURL(blob), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

export const colourOf = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
