import type { ReactNode } from 'react';
import { Beside, Page } from '#client/ui/Page.tsx';
import { acrossAPhone, Picture } from '#client/ui/Picture.tsx';

/** A page about those who make the adventures: its words, and beside them a night in the recording booth. */
export function HousePage({ children }: { children: ReactNode }) {
  return (
    <Page width="wide">
      <Beside
        narrow="foremost"
        picture={
          <Picture
            crops={[{ art: 'booth', sizes: `${acrossAPhone}, (width < 64rem) 100vw, 24rem` }]}
            alt="A recording booth at night. Somebody with headphones reads from a script by a small lamp, close to a microphone; behind the glass, somebody listens."
            first
          />
        }
      >
        {children}
      </Beside>
    </Page>
  );
}
