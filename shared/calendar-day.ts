/** Whether a text is a day of the calendar since 1970, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00.000Z`);
  return day.getTime() >= 0 && day.toISOString().slice(0, 10) === text;
}
