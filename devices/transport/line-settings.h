/* The settings of a device's line, for drivers, recordings and transports alike. */
#pragma once

enum {
	SABOT_SHOE_REPORT_BYTES_MAX = 64, /* of a USB device */
};

enum sabot_parity { SABOT_PARITY_NONE, SABOT_PARITY_EVEN, SABOT_PARITY_ODD };

/* Settings of a serial line; it never has flow control. */
struct sabot_line {
	unsigned baud;
	unsigned data_bits; /* 7 or 8 */
	enum sabot_parity parity;
	unsigned stop_bits; /* 1 or 2 */
};
