#!/usr/bin/env bash
# Builds the image where no image registry can be reached, runs it with a read-only root file system, waits for its own
# health check, imports a conversation and reads it back. The base images get the names that the Dockerfile requests:
# Debian comes from debootstrap, Node.js and npm from their npm packages.
#
# Requires root, debootstrap, buildah, podman, npm and curl. Settings:
#   IMAGE     name of the image, parley by default
#   STORE     folder of the image store, which stays when it is set; otherwise a temporary one, removed at the end
#   KEEP_BASE 1 to reuse base images that STORE already contains
set -euo pipefail
cd "$(dirname "$0")/../.."

image=${IMAGE:-parley}
work=$(mktemp -d)
store=${STORE:-$work/store}
container=parley-check-$$
volume=parley-check-$$
engine=(--root "$store" --runroot "$work/run")

finish() {
  podman "${engine[@]}" rm --force --ignore "$container" >/dev/null 2>&1 || true
  podman "${engine[@]}" volume rm --force "$volume" >/dev/null 2>&1 || true
  # Storage of containers consists of mounts, which the engine must release first.
  if [ -z "${STORE:-}" ]; then buildah "${engine[@]}" rmi --all --force >/dev/null 2>&1 || true; fi
  rm -rf "$work"
}
trap finish EXIT

argument() { sed -n "s/^ARG $1=//p" Dockerfile; }
release=$(argument DEBIAN_RELEASE)
node_version=$(argument NODE_VERSION)
debian=debian:$release-slim
node=node:$node_version-$release-slim

has() { buildah "${engine[@]}" images "localhost/$1" >/dev/null 2>&1; }

if [ "${KEEP_BASE:-}" != 1 ] || ! has "$debian" || ! has "$node"; then
  printf '── %s from debootstrap\n' "$debian"
  debootstrap --variant=minbase "$release" "$work/base" >"$work/debootstrap.log" || { tail "$work/debootstrap.log"; exit 1; }
  rm -rf "$work"/base/var/cache/apt/archives/*.deb "$work"/base/var/lib/apt/lists/* "$work"/base/usr/share/{doc,man,locale}
  tar -C "$work/base" -cf "$work/debian.tar" .
  podman "${engine[@]}" import --change 'CMD ["bash"]' "$work/debian.tar" "$debian" >/dev/null

  printf '── %s from npm packages\n' "$node"
  mkdir "$work/node"
  npm install --prefix "$work/node" --no-audit --no-fund --loglevel=error "node@$node_version" npm@11 >/dev/null
  cp "$work/node/node_modules/node/bin/node" "$work/base/usr/local/bin/node"
  mkdir -p "$work/base/usr/local/lib/node_modules"
  cp -a "$work/node/node_modules/npm" "$work/base/usr/local/lib/node_modules/npm"
  ln -sf ../lib/node_modules/npm/bin/npm-cli.js "$work/base/usr/local/bin/npm"
  # Certificate authorities of this machine, for an npm registry or a proxy of a company. Only the build stage uses them.
  mkdir -p "$work/base/etc/ssl/certs"
  cp -L /etc/ssl/certs/ca-certificates.crt "$work/base/etc/ssl/certs/"
  tar -C "$work/base" -cf "$work/node.tar" .
  podman "${engine[@]}" import --change 'ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt' \
    "$work/node.tar" "$node" >/dev/null
  rm -rf "$work"/base "$work"/node "$work"/*.tar
fi

printf '── %s from the Dockerfile\n' "$image"
# The format of Docker, because that of the OCI has no health checks.
buildah "${engine[@]}" build --isolation chroot --format docker --pull-never --layers=false \
  --build-arg BUILDPLATFORM="linux/$(dpkg --print-architecture)" --build-arg REVISION="$(git rev-parse HEAD)" --tag "$image" .
bytes=$(podman "${engine[@]}" image inspect --format '{{.Size}}' "$image")
printf '%s: %s MB\n' "$image" "$((bytes / 1000000))"
[ "$bytes" -lt 500000000 ] || { printf 'The image has more than 500 MB.\n'; exit 1; }

printf '── Run with a read-only root file system\n'
port=$(node -e "const s = require('net').createServer().listen(0, '127.0.0.1', () => { console.log(s.address().port); s.close() })")
# A low limit of open files, because a sandbox may not raise it. The network of the host, because a container network requires kernel modules. HOST keeps it on loopback.
podman "${engine[@]}" run --detach --name "$container" --read-only --cap-drop=all --security-opt=no-new-privileges \
  --network=host --cgroups=disabled --ulimit=nofile=1024:1024 --volume "$volume:/data" --env HOST=127.0.0.1 --env PORT="$port" \
  "$image" serve --json >/dev/null
for _ in $(seq 1 60); do
  # Without systemd, nothing runs the check of the image in its interval.
  podman "${engine[@]}" healthcheck run "$container" >/dev/null 2>&1 && break
  sleep 1
done
status=$(podman "${engine[@]}" inspect --format '{{.State.Health.Status}}' "$container")
printf 'Health check of the image: %s\n' "$status"
[ "$status" = healthy ] || { podman "${engine[@]}" logs "$container"; exit 1; }

printf '── Import a conversation and read it back\n'
podman "${engine[@]}" logs "$container" 2>/dev/null | grep -m1 '^{"url"' >"$work/said"
field() { node -p "JSON.parse(require('fs').readFileSync(0, 'utf8'))$1"; }
key=$(field .api_key <"$work/said")
url=http://127.0.0.1:$port/v2/conversations
curl -fsS "$url/import" -H "Authorization: $key" -H 'Content-Type: application/json' \
  -d '{"conversationTitle": "From the image", "transcript": "Ann: Shall we begin?\nBen: Please."}' >/dev/null
title=$(curl -fsS "$url" -H "Authorization: $key" | field .data[0].attributes.title)
[ "$title" = 'From the image' ] || { printf 'The list contains %s.\n' "$title"; exit 1; }
podman "${engine[@]}" exec "$container" parley doctor >"$work/doctor" || { cat "$work/doctor"; exit 1; }
podman "${engine[@]}" exec "$container" id -u
podman "${engine[@]}" exec "$container" sh -c '! touch /app/file 2>/dev/null' || { printf 'The root file system is writable.\n'; exit 1; }
podman "${engine[@]}" stop --time 40 "$container" >/dev/null
code=$(podman "${engine[@]}" inspect --format '{{.State.ExitCode}}' "$container")
printf 'Imported, read back, stopped with exit status %s\n' "$code"
[ "$code" = 0 ]
