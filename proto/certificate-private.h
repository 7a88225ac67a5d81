/* An identity in GnuTLS's form, for link.c only. */
#pragma once

#include "proto/certificate.h"

#include <gnutls/gnutls.h>

/* GnuTLS's credentials of the identity. Borrowed. */
gnutls_certificate_credentials_t
sabot_identity_get_credentials(const struct sabot_identity *identity);
