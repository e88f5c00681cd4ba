import { useEffect, useState } from 'react';

/** Whether the phone's own turning turns the listener. */
export type PhoneHeading = 'off' | 'on' | 'refused';

/** Safari asks the person first; other browsers have no such call. */
interface AskingOrientation {
  requestPermission?(): Promise<'granted' | 'denied'>;
}

/** Whether this device may know how it is held: a thing to hold in the hand, in a page that may ask. */
export function canTurnWithPhone(): boolean {
  return 'DeviceOrientationEvent' in window && navigator.maxTouchPoints > 0;
}

/**
 * Turns the listener with the phone, from the way it was held when this was switched on.
 * @param turn gets degrees clockwise
 */
export function usePhoneHeading(turn: (heading: number) => void): {
  state: PhoneHeading;
  toggle(): Promise<void>;
} {
  const [state, setState] = useState<PhoneHeading>('off');

  useEffect(() => {
    if (state !== 'on') return;
    let first: number | null = null;
    const onTurn = ({ alpha }: DeviceOrientationEvent) => {
      if (alpha === null) return;
      first ??= alpha;
      // The device counts against the clock.
      turn(first - alpha);
    };
    window.addEventListener('deviceorientation', onTurn);
    return () => window.removeEventListener('deviceorientation', onTurn);
  }, [state, turn]);

  return {
    state,
    async toggle() {
      if (state === 'on') {
        setState('off');
        return;
      }
      const asking = DeviceOrientationEvent as unknown as AskingOrientation;
      // A call outside a press is refused with an error; to the person it is the same no.
      const answer = asking.requestPermission
        ? await asking.requestPermission().catch(() => 'denied' as const)
        : 'granted';
      setState(answer === 'granted' ? 'on' : 'refused');
    },
  };
}
