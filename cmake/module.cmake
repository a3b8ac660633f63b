# talus_module(name [SEES module...] [PUBLIC header...] [SUPPORT header...] [PACKAGES target...])
#
# Makes the target talus_<name> (talus::<name>) from all sources under talus/<name>; a module of headers
# only becomes an INTERFACE target. Every module has an include tree of its own, build/module/<name>, that
# holds nothing but links to its folder and to its public headers, and a target gets the trees of the
# modules it SEES, without those that they see in turn: an include across a wall does not compile.
#
# PUBLIC are the headers of the module that belong to the interface of the library, relative to talus/.
# They are installed and documented. SUPPORT are internal headers that public ones include: installed, not
# documented. All other headers are internal and not installed. Both kinds together are linked into
# build/public, the include tree that users of the library see. PACKAGES are libraries that its sources
# use and its headers do not; cmake/talusConfig.cmake.in finds them again for users.
function(talus_module name)
  cmake_parse_arguments(PARSE_ARGV 1 module "" "" "SEES;PUBLIC;SUPPORT;PACKAGES")
  set(tree "${PROJECT_BINARY_DIR}/module/${name}")
  file(MAKE_DIRECTORY "${tree}/talus")
  file(CREATE_LINK "${PROJECT_SOURCE_DIR}/talus/${name}" "${tree}/talus/${name}" SYMBOLIC)
  foreach(header IN LISTS module_PUBLIC module_SUPPORT)
    foreach(root IN ITEMS "${tree}" "${PROJECT_BINARY_DIR}/public")
      get_filename_component(folder "${root}/talus/${header}" DIRECTORY)
      if(NOT header MATCHES "^${name}/" OR NOT root STREQUAL tree)
        file(MAKE_DIRECTORY "${folder}")
        file(CREATE_LINK "${PROJECT_SOURCE_DIR}/talus/${header}" "${root}/talus/${header}" SYMBOLIC)
      endif()
    endforeach()
  endforeach()
  set_property(GLOBAL APPEND PROPERTY talus_public_headers ${module_PUBLIC})
  set_property(GLOBAL APPEND PROPERTY talus_support_headers ${module_SUPPORT})

  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/talus/${name}/*.cpp")
  set(target talus_${name})
  if(sources)
    add_library(${target} STATIC ${sources})
    set(scope PUBLIC)
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  add_library(talus::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(${target} ${scope} cxx_std_20)
  # Kernels in headers are compiled by the user of the library and give the same bits there.
  target_compile_options(${target} ${scope} $<$<COMPILE_LANGUAGE:CXX>:-ffp-contract=off>)

  foreach(seen IN ITEMS ${name} ${module_SEES})
    target_include_directories(
      ${target} ${scope} "$<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/module/${seen}>")
  endforeach()
  target_include_directories(${target} INTERFACE "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
  foreach(seen IN LISTS module_SEES)
    target_link_libraries(${target} INTERFACE "$<LINK_ONLY:talus_${seen}>")
  endforeach()
  if(sources)
    target_link_libraries(${target} PRIVATE ${module_PACKAGES})
  endif()

  set_property(GLOBAL APPEND PROPERTY talus_modules ${name})
endfunction()

# talus::talus, all modules in one target, for programs that use the library.
function(talus_library)
  get_property(modules GLOBAL PROPERTY talus_modules)
  add_library(talus_talus INTERFACE)
  add_library(talus::talus ALIAS talus_talus)
  set_target_properties(talus_talus PROPERTIES EXPORT_NAME talus)
  foreach(module IN LISTS modules)
    target_link_libraries(talus_talus INTERFACE talus_${module})
  endforeach()
endfunction()
