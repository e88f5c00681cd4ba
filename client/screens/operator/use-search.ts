import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useAccount } from '#client/auth/account.ts';
import { fieldsOf } from '#client/tab-memory.ts';
import { type Task, useTask } from './use-task.ts';

/** Something fetched on request. */
interface Fetching {
  task: Task;
  /** Fetches it. During another fetch, whose answer may already be out of date: once more after that one. */
  fetchNow: () => void;
}

/**
 * Fetching that drops no request: one that comes while a fetch is running is carried out after it. What is wanted is a
 * state, because an action that asks for it may have begun renders ago, and knows only whether a fetch was running then.
 * @param fetchIt fetches and shows it @param onFailure sees an error before it is shown
 */
export function useFetching(fetchIt: () => Promise<void>, onFailure?: (error: unknown) => void): Fetching {
  const task = useTask();
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    if (!isWanted || task.busy) return;
    setWanted(false);
    task.run(fetchIt, onFailure);
  });
  return { task, fetchNow: useCallback(() => setWanted(true), []) };
}

/** A search, and its latest result. */
interface Search<T> {
  task: Task;
  /** `null` before the first answer, and when another search has failed since. It stays when a reload fails. */
  found: T | null;
  search: (query: string) => void;
  /** Fetches the result again after something about it was changed. */
  reload: () => void;
}

/**
 * A search whose result can be changed here.
 * @param find fetches the result of a query @param queryOf the query that finds a result again
 */
export function useSearch<T>(find: (query: string) => Promise<T>, queryOf: (found: T) => string): Search<T> {
  const [found, setFound] = useState<T | null>(null);
  const query = useRef('');
  const { task, fetchNow } = useFetching(
    async () => {
      const sent = query.current;
      const fresh = await find(sent);
      // Unless something else is searched for by now.
      if (query.current === sent) query.current = queryOf(fresh);
      setFound(fresh);
    },
    // What another query found must not be taken for the result of this one.
    () => setFound((before) => (before && queryOf(before) === query.current ? before : null)),
  );
  return {
    task,
    found,
    reload: fetchNow,
    search(typed) {
      query.current = typed;
      fetchNow();
    },
  };
}

/** A search whose text the history entry keeps. */
interface KeptSearch<T> extends Search<T> {
  /** What is in the field. */
  text: string;
  setText: (text: string) => void;
}

/**
 * A search that a reload, and the way back from another page, find as it was: its text is kept in the state of the history
 * entry, where another section may also have put one. Not in the URL, which is logged. It is for the operator who searched: whoever
 * signs in after them in this tab has asked for nobody.
 * @param name of the text in the state
 */
export function useKeptSearch<T>(
  name: string,
  find: (query: string) => Promise<T>,
  queryOf: (found: T) => string,
): KeptSearch<T> {
  const account = useAccount();
  const by = account.status === 'signed-in' ? account.user.username : null;
  const { key } = useLocation();
  const [text, setText] = useState('');
  const { search, ...rest } = useSearch(find, queryOf);
  // `usr` is where the router has the state of an entry. Not by the router, which does not know then what is there: that would be
  // a way to a page, which scrolls to its top and is shown with a transition.
  const keep = (typed: string) => history.replaceState({ ...history.state, usr: { [name]: typed, by } }, '');
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each entry of the history
  useEffect(() => {
    const { [name]: kept, by: searcher = by } = fieldsOf(fieldsOf(history.state)['usr']);
    if (typeof kept !== 'string' || searcher !== by) return;
    keep(kept);
    setText(kept);
    search(kept);
  }, [key]);
  return {
    ...rest,
    text,
    setText,
    search(typed) {
      keep(typed);
      search(typed);
    },
  };
}
