#!/bin/sh
# setup.sh boot|root: called by genimage before it fills a partition from $IMAGEMOUNTPATH.
set -eu
case "$1" in
    boot)
        sed -i -e 's|root=[^ ]*|root=LABEL=system|' -e 's|$| quiet overlayroot=tmpfs:recurse=0|' \
            "$IMAGEMOUNTPATH/cmdline.txt" ;;
    root)
        cat >"$IMAGEMOUNTPATH/etc/fstab" <<'TEXT'
LABEL=system    /                           ext4 ro,noatime 0 1
LABEL=BOOT      /boot/firmware              vfat ro,noatime 0 2
LABEL=companion /var/lib/tabletop-companion ext4 noatime,commit=5,nodev,nosuid,noexec 0 2
TEXT
        ;;
esac
