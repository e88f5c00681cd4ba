import type { DocumentStore } from '#sandbox/documents.ts';

export interface DocumentsInMemory extends DocumentStore {
  /** The documents of a collection, read-only; each is parsed once until it changes. */
  view<T>(name: string): readonly Readonly<T>[];
}

/** The sandbox's documents in memory, without a database: stored and returned as JSON copies. */
export function documentsInMemory(): DocumentsInMemory {
  const collections = new Map<string, Map<string, { json: string; seen?: unknown }>>();
  const named = (name: string) => {
    const known = collections.get(name) ?? new Map<string, { json: string; seen?: unknown }>();
    collections.set(name, known);
    return known;
  };
  return {
    collection<T>(name: string) {
      const documents = named(name);
      return {
        get(id: string) {
          const document = documents.get(id);
          return document && (JSON.parse(document.json) as T);
        },
        put: (id: string, document: T) => void documents.set(id, { json: JSON.stringify(document) }),
        remove: (id: string) => void documents.delete(id),
        values: () => [...documents.values()].map(({ json }) => JSON.parse(json) as T),
      };
    },
    view: <T>(name: string) =>
      [...named(name).values()].map((document) => {
        document.seen ??= JSON.parse(document.json);
        return document.seen as T;
      }),
    close: () => undefined,
  };
}
