/* The files by which this machine proves who it is to a daemon over the network. */
#pragma once

#include <glib.h>

/*
 * Where this machine's certificate and key are: machine.crt and machine.key in $SABOT_IDENTITY,
 * else in the user's configuration directory, below sabot. Transferred.
 */
void
sabot_client_identity_paths(char **ret_certificate, char **ret_key);
