/*
 * How long tests in C wait for a condition. Only what fails waits so long: a busy machine is slow.
 */
#pragma once

enum { DEADLINE_S = 90 };
