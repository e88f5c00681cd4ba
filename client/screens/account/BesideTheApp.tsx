import type { ReactNode } from 'react';
import { Beside } from '#client/ui/Page.tsx';
import { Picture } from '#client/ui/Picture.tsx';

/** What an account is asked for, and on a wide screen what it is for: the app in which it opens everything. */
export function BesideTheApp({ children }: { children: ReactNode }) {
  return <Beside picture={<Picture crops={[{ art: 'app', sizes: '24rem' }]} alt="" />}>{children}</Beside>;
}
