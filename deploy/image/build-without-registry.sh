#!/usr/bin/env bash
# Builds the image where no image registry can be reached, runs its files as its user with a read-only root file system,
# waits for its own health check, imports a conversation and reads it back. The base images get the names that the Dockerfile requests:
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
engine=(--root "$store" --runroot "$work/run")

finish() {
  [ -z "${service:-}" ] || kill "$service" 2>/dev/null || true
  for place in proc tmp data ''; do umount "$work/root/$place" 2>/dev/null || true; done
  podman "${engine[@]}" image umount --all >/dev/null 2>&1 || true
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

printf '── Run as the user of the image, with a read-only root file system\n'
# In a chroot instead of a container, because containers require cgroups that a build machine may not have.
root=$work/root
mkdir -p "$root" "$work/data"
chown 10001:10001 "$work/data"
mount --bind "$(podman "${engine[@]}" image mount "$image" | awk 'END { print $NF }')" "$root"
mount -o remount,ro,bind "$root"
mount --bind "$work/data" "$root/data"
mount -t tmpfs tmpfs "$root/tmp"
mount -t proc proc "$root/proc"
port=$(node -e "const s = require('net').createServer().listen(0, '127.0.0.1', () => { console.log(s.address().port); s.close() })")
# The environment of the image. HOST keeps the service on loopback.
mapfile -t environment < <(podman "${engine[@]}" image inspect --format '{{range .Config.Env}}{{println .}}{{end}}' "$image" | grep =)
inside() { chroot --userspec=10001:10001 "$root" /usr/bin/env -i "${environment[@]}" HOME=/data HOST=127.0.0.1 PORT="$port" "$@"; }
inside parley serve --json >"$work/log" 2>&1 &
service=$!
for _ in $(seq 1 60); do
  inside node /app/health.mjs 2>/dev/null && break
  sleep 1
done
inside node /app/health.mjs || { cat "$work/log"; exit 1; }
printf 'Health check of the image: healthy\n'

printf '── Import a conversation and read it back\n'
grep -m1 '^{"url"' "$work/log" >"$work/said"
field() { node -p "JSON.parse(require('fs').readFileSync(0, 'utf8'))$1"; }
key=$(field .api_key <"$work/said")
url=http://127.0.0.1:$port/v2/conversations
curl -fsS "$url/import" -H "Authorization: $key" -H 'Content-Type: application/json' \
  -d '{"conversationTitle": "From the image", "transcript": "Ann: Shall we begin?\nBen: Please."}' >/dev/null
title=$(curl -fsS "$url" -H "Authorization: $key" | field .data[0].attributes.title)
[ "$title" = 'From the image' ] || { printf 'The list contains %s.\n' "$title"; exit 1; }
inside sh -c '! touch /app/file 2>/dev/null' || { printf 'The root file system is writable.\n'; exit 1; }
kill "$service"
code=0
wait "$service" || code=$?
printf 'Imported, read back, stopped with exit status %s\n' "$code"
[ "$code" = 0 ]
