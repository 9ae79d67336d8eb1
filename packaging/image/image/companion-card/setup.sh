#!/bin/sh
# setup.sh boot|root: called by genimage before it fills a partition from $IMAGEMOUNTPATH.
set -eu
case "$1" in
    boot)
        touch "$IMAGEMOUNTPATH/config.txt"
        for what in button quiet; do
            sh "$(dirname "$0")/boot" "$what" "$IMAGEMOUNTPATH"
        done
        sed -i -e 's|root=[^ ]*|root=LABEL=system|' -e 's|$| overlayroot=tmpfs:recurse=0|' \
            "$IMAGEMOUNTPATH/cmdline.txt" ;;
    root)
        cat >"$IMAGEMOUNTPATH/etc/fstab" <<'TEXT'
LABEL=system    /                           ext4 ro,noatime 0 1
LABEL=BOOT      /boot/firmware              vfat ro,noatime 0 2
LABEL=companion /var/lib/tabletop-companion ext4 noatime,commit=5,nodev,nosuid,noexec 0 2
LABEL=network   /var/lib/tabletop-companion-network ext4 noatime,commit=5,nodev,nosuid,noexec,nofail 0 2
/var/lib/tabletop-companion-network/system-connections /etc/NetworkManager/system-connections none bind,nofail,x-systemd.before=NetworkManager.service 0 0
/var/lib/tabletop-companion-network/netplan /etc/netplan none bind,nofail,x-systemd.before=NetworkManager.service 0 0
TEXT
        ;;
esac
