import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { handFocusOn } from './keep-focus.ts';
import { LoadingRings } from './LoadingRings.tsx';
import { Notice } from './Notice.tsx';
import type { Loaded } from './use-loaded.ts';

interface LoadedPartProps<T> {
  loaded: Loaded<T>;
  /** The label while it loads. */
  label: string;
  /** What failed to load. */
  failed: string;
  /** The retry button's label. */
  retry?: string;
  onRetry: () => void;
  /** A further action beside the retry button. */
  otherWay?: ReactNode;
  children: (value: T) => ReactNode;
}

/** A part of a page that shows fetched data: loading, or loaded, or failed with a retry button, above what was loaded before. */
export function LoadedPart<T>({
  loaded,
  label,
  failed,
  retry = 'Try Again',
  onRetry,
  otherWay,
  children,
}: LoadedPartProps<T>) {
  if (loaded.status === 'loading') return <LoadingRings label={label} />;
  return (
    <>
      {loaded.fault === undefined ? null : (
        <Notice
          kind="error"
          title={failed}
          actions={
            <>
              <Button variant="quiet" onClick={handFocusOn(onRetry)}>
                {retry}
              </Button>
              {otherWay}
            </>
          }
        >
          {loaded.fault}
        </Notice>
      )}
      {loaded.status === 'loaded' ? children(loaded.value) : null}
    </>
  );
}
