/*
 * An identity as GnuTLS wants it, for link.c. Nobody else includes this.
 */
#pragma once

#include "proto/certificate.h"

#include <gnutls/gnutls.h>

/* GnuTLS's credentials of the identity. Borrowed. */
gnutls_certificate_credentials_t
sabot_identity_get_credentials(const struct sabot_identity *identity);
