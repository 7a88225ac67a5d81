/*
 * The verb `cert` of sabotctl: which machines may come in over the network. Arguments and exit
 * status as in sabotctl.h; FOUND means a certificate that ends soon, or has ended.
 */
#pragma once

int
sabotctl_cert(int argc, char **argv);
