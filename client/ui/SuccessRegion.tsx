import type { ReactNode } from 'react';
import { Notice } from './Notice.tsx';
import { StatusRegion } from './StatusRegion.tsx';

/** What has succeeded, read out when it appears. @param children nothing until then */
export function SuccessRegion({ children }: { children: ReactNode }) {
  return (
    <StatusRegion>
      {children ? (
        <Notice kind="success" silent>
          {children}
        </Notice>
      ) : null}
    </StatusRegion>
  );
}
