#!/bin/sh
# pre-image.sh ROOT FOLDER: the layout of the card for genimage.
set -eu
sed -e "s|<IMAGE_NAME>|$IGconf_image_name|g" \
    -e "s|<IMAGE_SUFFIX>|$IGconf_image_suffix|g" \
    -e "s|<DATA_SIZE>|$IGconf_image_data_part_size|g" \
    -e "s|<SETUP>|'$(readlink -ef setup.sh)'|g" \
    genimage.cfg.in >"$2/genimage.cfg"
