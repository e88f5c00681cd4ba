import { useEffect, useState } from 'react';

/** Whether turning the phone turns the listener. */
type PhoneHeading = 'off' | 'on' | 'refused';

/** Safari asks the person for permission; other browsers have no such call. */
interface AskingOrientation {
  requestPermission?(): Promise<'granted' | 'denied'>;
}

/** Whether this device supports it: a hand-held device, in a page that may use the sensors. */
export function canTurnWithPhone(): boolean {
  return 'DeviceOrientationEvent' in window && navigator.maxTouchPoints > 0;
}

/**
 * Turns the listener with the phone, relative to how it was held when this was switched on.
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
      // The device counts anticlockwise.
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
      // A call outside a press is rejected with an error; treated as a refusal.
      const answer = asking.requestPermission
        ? await asking.requestPermission().catch(() => 'denied' as const)
        : 'granted';
      setState(answer === 'granted' ? 'on' : 'refused');
    },
  };
}
