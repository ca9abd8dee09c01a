#include "cembed.h"

static const unsigned char english[] = {
#embed "../../Locales/en.yaml"
};

static const unsigned char dark_theme[] = {
#embed "../../Themes/dark.yaml"
};

const unsigned char *cembed_english(void) { return english; }
size_t cembed_english_length(void) { return sizeof english; }
const unsigned char *cembed_dark_theme(void) { return dark_theme; }
size_t cembed_dark_theme_length(void) { return sizeof dark_theme; }
