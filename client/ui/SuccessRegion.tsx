import type { ReactNode } from 'react';
import { Notice } from './Notice.tsx';

/** What has succeeded, read out when it appears. @param children nothing until then */
export function SuccessRegion({ children }: { children: ReactNode }) {
  return (
    <Notice kind="success" shown={Boolean(children)}>
      {children}
    </Notice>
  );
}
