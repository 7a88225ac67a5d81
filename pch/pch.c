/*
 * A library has a source; of this one only the precompiled header is used.
 */
extern int sabot_pch_unused;
