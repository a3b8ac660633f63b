# docker build -t talus . && docker run --rm -v "$PWD:/data" talus run scene.toml --out results
# The image has the program and the Python package (docker run --entrypoint python3 ...); the first stage compiles them.
FROM debian:12 AS build
COPY script/setup /source/script/setup
RUN /source/script/setup build && \
    apt-get install -y --no-install-recommends dpkg-dev file
COPY . /source
WORKDIR /source
ARG TALUS_COMMIT=
RUN script/viewer && \
    cmake -S . -B build/package -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX=/usr -DTALUS_TESTS=OFF \
      -DTALUS_STUDY=OFF -DTALUS_PYTHON_DIR=lib/python3/dist-packages -DTALUS_COMMIT="$TALUS_COMMIT" && \
    cmake --build build/package && \
    cd build/package && cpack

FROM debian:12
COPY --from=build /source/build/package/packages/*.deb /packages/
RUN apt-get update && \
    apt-get install -y --no-install-recommends /packages/talus_*.deb /packages/python3-talus_*.deb && \
    rm -rf /packages /var/lib/apt/lists/*
WORKDIR /data
ENTRYPOINT ["talus"]
