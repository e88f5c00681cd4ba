/** A violated invariant. */
export interface Breach {
  /** The invariant's name, such as `letters: each once`. */
  rule: string;
  /** What was seen. */
  words: string;
}

/** What happened, as text, and the violations found. */
export interface Story {
  readonly lines: readonly string[];
  /** The first violated invariant; `null` as long as there is none. */
  readonly breach: Breach | null;
  tell(words: string): void;
  breaks(rule: string, words: string): void;
}

/** @param start of the story, in milliseconds since 1970 */
export function newStory(now: () => number, start: number): Story {
  const lines: string[] = [];
  let breach: Breach | null = null;
  const at = () => {
    const day = Math.floor((now() - start) / 86_400_000) + 1;
    const clock = new Date(now()).toISOString().slice(11, 23);
    return day === 1 ? clock : `day ${day}, ${clock}`;
  };
  return {
    lines,
    get breach() {
      return breach;
    },
    tell(words) {
      lines.push(`${at()} ${words}`);
    },
    breaks(rule, words) {
      if (breach) return;
      breach = { rule, words };
      lines.push(`${at()} BROKEN: ${rule}: ${words}`);
    },
  };
}
