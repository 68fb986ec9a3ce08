/** The first instant of every world. */
const EPOCH = Date.UTC(2026, 0, 5, 9, 0, 0);
const STEP_MILLISECONDS = 60_000;

/** ISO 8601 time in UTC after `calls` calls: one minute for each since Monday 5 January 2026, 09:00. */
export function timeAfter(calls: number): string {
  const known = times[calls];
  if (known !== undefined) return known;
  const time = new Date(EPOCH + calls * STEP_MILLISECONDS).toISOString();
  if (calls < KEPT) times[calls] = time;
  return time;
}

/** The times of episodes of usual length: every write of every episode asks for one of them. */
const times: string[] = [];
const KEPT = 100;
