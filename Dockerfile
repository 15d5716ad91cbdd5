# Image of Parley for amd64 and arm64: docker buildx build --platform linux/amd64,linux/arm64 .
#
# The process runs as user 10001 and writes only to /data and /tmp, so the root file system can be read-only:
#   docker run --read-only --tmpfs /tmp -v parley:/data -p 127.0.0.1:8080:8080 parley
# `deploy/image/build-without-registry.sh` builds the same image where no image registry can be reached.
ARG NODE_VERSION=24.21.0
ARG DEBIAN_RELEASE=trixie

# The build runs on the machine's own platform: the files that it creates are the same for every platform.
FROM --platform=${BUILDPLATFORM} node:${NODE_VERSION}-${DEBIAN_RELEASE}-slim AS build
WORKDIR /build
COPY . .
RUN node --disable-warning=ExperimentalWarning scripts/package.ts --stage

FROM node:${NODE_VERSION}-${DEBIAN_RELEASE}-slim AS node

FROM debian:${DEBIAN_RELEASE}-slim
# pg_dump and pg_restore, for `parley backup` and `parley restore`. They support servers up to their own version.
ARG POSTGRES_CLIENT=postgresql-client-17
RUN apt-get update \
  && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends ca-certificates ${POSTGRES_CLIENT} \
  && apt-get clean \
  && rm -rf /var/lib/apt/lists/* /usr/share/doc /usr/share/man /usr/share/locale /usr/share/postgresql/*/man \
  && groupadd --gid 10001 parley \
  && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin parley \
  && install -d -o 10001 -g 10001 -m 700 /data
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY deploy/image/parley /usr/local/bin/parley
COPY deploy/image/health.mjs /app/health.mjs
COPY --from=build /build/dist/package /app

# A worker answers health checks on the same port as a server. glibc returns free memory to the system (`bin/parley.mjs`).
ENV NODE_ENV=production \
  DATA_DIR=/data \
  HOST=0.0.0.0 \
  PORT=8080 \
  WORKER_PORT=8080 \
  NODE_COMPILE_CACHE=/app/compiled \
  MALLOC_TRIM_THRESHOLD_=1048576
# Fills the compile cache, which a read-only root file system can't store later.
RUN parley doctor --data /tmp/warm && rm -rf /tmp/warm

ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Parley" \
  org.opencontainers.image.description="Open, self-hosted conversation intelligence" \
  org.opencontainers.image.licenses="Apache-2.0" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}"

USER 10001:10001
VOLUME /data
WORKDIR /data
EXPOSE 8080
# Parley stops in order within 28 seconds.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 CMD ["node", "/app/health.mjs"]
ENTRYPOINT ["parley"]
CMD ["serve"]
