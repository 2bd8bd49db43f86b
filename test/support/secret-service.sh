#!/usr/bin/env bash
# Runs a command beside a Secret Service of its own: a private session bus, an unlocked keyring that is empty, and a home that is
# taken away afterwards. Usage: secret-service.sh COMMAND [ARGUMENT...]; ends with the command's exit code.
set -u

folder=$(mktemp -d "${TMPDIR:-/tmp}/showdesk-keyring-XXXXXX")
trap 'rm -rf "$folder"' EXIT
mkdir -m 700 "$folder/home" "$folder/run" "$folder/data"
export HOME="$folder/home" XDG_RUNTIME_DIR="$folder/run" XDG_DATA_HOME="$folder/data"
unset XDG_CONFIG_HOME XDG_CACHE_HOME GNOME_KEYRING_CONTROL DBUS_SESSION_BUS_ADDRESS DISPLAY WAYLAND_DISPLAY

inside='
echo $$ >"$XDG_RUNTIME_DIR/inside.pid"
printf pw | gnome-keyring-daemon --foreground --unlock --components=secrets >/dev/null 2>"$XDG_RUNTIME_DIR/keyring.log" &
keyring=$!
child=
end() { kill -CONT "$keyring" 2>/dev/null; kill "$keyring" 2>/dev/null; wait "$keyring" 2>/dev/null; }
trap end EXIT
trap "[ -n \"\$child\" ] && kill -TERM \"\$child\" 2>/dev/null" TERM INT
for attempt in $(seq 100); do
  dbus-send --session --print-reply --dest=org.freedesktop.DBus /org/freedesktop/DBus \
    org.freedesktop.DBus.NameHasOwner string:org.freedesktop.secrets 2>/dev/null | grep -q "boolean true" && break
  if [ "$attempt" = 100 ] || ! kill -0 "$keyring" 2>/dev/null; then
    echo "The Secret Service did not start:" >&2; cat "$XDG_RUNTIME_DIR/keyring.log" >&2; exit 125
  fi
  sleep 0.1
done
export SHOWDESK_SECRET_SERVICE=1 SHOWDESK_SECRET_SERVICE_PID=$keyring
"$@" <&0 &
child=$!
wait "$child"; code=$?
while kill -0 "$child" 2>/dev/null; do wait "$child"; code=$?; done
exit "$code"
'
dbus-run-session -- bash -c "$inside" secret-service "$@" 2> >(grep -v "^dbus-daemon\[" >&2) &
session=$!
trap 'kill -TERM "$(cat "$XDG_RUNTIME_DIR/inside.pid")" 2>/dev/null' TERM INT
wait "$session"; code=$?
while kill -0 "$session" 2>/dev/null; do wait "$session"; code=$?; done
exit "$code"
