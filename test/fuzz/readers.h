// One function per reader: it reads the bytes as a file and must return, whatever they are. Errors
// of the library are caught; a crash, a sanitizer's report or a hang is a finding.
//
// libFuzzer calls them (script/fuzz, entry.cpp), and driver.cpp, in every script/test.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace talus::fuzz {

void query(std::string_view bytes);  // lines of talus query, and their contacts
void scene(std::string_view bytes);  // TOML
void table(std::string_view bytes);  // of a motion, of rates of an inlet, of sizes
void stl(std::string_view bytes);    // and the hull and the body of a small mesh
void obj(std::string_view bytes);
void ply(std::string_view bytes);
void nrrd(std::string_view bytes);
void mix(std::string_view bytes);    // of talus pack
void files(std::string_view bytes);  // what has the name of a mesh or a volume: any kind of file
void tiff(std::string_view bytes);   // in this process, unlike read_volume_file
void child_process(std::string_view bytes);  // what the child that reads a file answers
void bodies(std::string_view bytes);         // edits of the contents of a file of bodies
void bodies_file(std::string_view bytes);    // a whole HDF5 file, in a child process
void checkpoint(std::string_view bytes);     // edits of a checkpoint's contents, and two steps
void run_folder(std::string_view bytes);     // tables and lists of a run, which is then resumed
void lammps_data(std::string_view bytes);  // of LAMMPS and LIGGGHTS, and all that is written of it
void lammps_dump(std::string_view bytes);
void yade(std::string_view bytes);
void view(std::string_view bytes);  // a run as talus view reads it, with edits of its HDF5 files

}  // namespace talus::fuzz
