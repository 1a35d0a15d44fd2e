#!/usr/bin/env bash
# An S3 server for tests: OpenStack Swift from Debian with its S3 interface, all services on this machine.
# `swift.sh FOLDER` starts the server, keeps its data in FOLDER, and prints the value for DAYBOOK_TEST_S3. The file
# system of FOLDER must support extended attributes. `swift.sh FOLDER stop` ends the server.
# The server checks signatures, hashes and lengths as other S3 servers do.
set -euo pipefail
folder=${1:?"name a folder"}
port=${SWIFT_PORT:-18080}

if [ "${2:-start}" = stop ]; then
  for file in "$folder"/*.pid; do [ -f "$file" ] && kill "$(cat "$file")" 2>/dev/null || true; done
  exit 0
fi

mkdir -p "$folder/devices/one" "$folder/cache"
folder=$(cd "$folder" && pwd)
touch "$folder/devices/attributes"
/usr/bin/python3 -c 'import os, sys; os.setxattr(sys.argv[1], "user.swift.test", b"x" * 1000)' "$folder/devices/attributes" ||
  { echo "The file system of $folder has no extended attributes, which Swift needs." >&2; exit 1; }

number=0
for kind in account container object; do
  number=$((number + 1))
  (
    cd "$folder"
    swift-ring-builder "$kind.builder" create 1 1 1
    swift-ring-builder "$kind.builder" add "r1z1-127.0.0.1:$((port + number))/one" 1
    swift-ring-builder "$kind.builder" rebalance
  ) >/dev/null
  cat >"$folder/$kind.conf" <<CONF
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = $((port + number))
user = $(id -un)
swift_dir = $folder
devices = $folder/devices
mount_check = false
workers = 0
disable_fallocate = true
fallocate_reserve = 0
recon_cache_path = $folder/cache
log_level = ERROR
[pipeline:main]
pipeline = $kind-server
[app:$kind-server]
use = egg:swift#$kind
CONF
done

cat >"$folder/proxy.conf" <<CONF
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = $port
user = $(id -un)
swift_dir = $folder
workers = 0
log_level = ERROR
[pipeline:main]
pipeline = catch_errors cache s3api tempauth copy slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:$((port + 4))
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_daybook_tester = for-tests-only .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
CONF

for kind in account container object proxy; do
  "swift-$kind-server" "$folder/$kind.conf" >"$folder/$kind.log" 2>&1 </dev/null &
  echo $! >"$folder/$kind.pid"
done

memcached -l 127.0.0.1 -p $((port + 4)) -U 0 -u "$(id -un)" -m 16 >"$folder/memcached.log" 2>&1 </dev/null &
echo $! >"$folder/memcached.pid"

ready() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }
for ((wait = 0; wait < 400; wait++)); do
  up=0
  for each in 0 1 2 3 4; do ready $((port + each)) && up=$((up + 1)); done
  if [ $up = 5 ]; then
    echo "http://daybook%3Atester:for-tests-only@127.0.0.1:$port/daybook-test"
    exit 0
  fi
  for file in "$folder"/*.pid; do kill -0 "$(cat "$file")" 2>/dev/null || break 2; done
  sleep 0.2
done
"$0" "$folder" stop
echo "Swift does not start: $(cat "$folder"/*.log | tail -n 5)" >&2
exit 1
