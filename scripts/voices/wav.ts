/** Sound of one channel. */
export interface Mono {
  samples: Float32Array;
  /** Samples a second. */
  rate: number;
}

/**
 * Reads an uncompressed WAV file of 16 or 24 whole bits or 32 floating ones; several channels become one, their mean.
 * @throws {Error} when it is something else
 */
export function readWav(file: Buffer): Mono {
  if (file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WAVE')
    throw new Error('This is not a WAV file.');
  let format = { floating: false, channels: 1, rate: 0, bytes: 2 };
  for (let at = 12; at + 8 <= file.length; ) {
    const name = file.toString('latin1', at, at + 4);
    const size = file.readUInt32LE(at + 4);
    const start = at + 8;
    if (name === 'fmt ') {
      const kind = file.readUInt16LE(start);
      format = {
        // An extensible header says what it is further on.
        floating: (kind === 0xfffe ? file.readUInt16LE(start + 24) : kind) === 3,
        channels: file.readUInt16LE(start + 2),
        rate: file.readUInt32LE(start + 4),
        bytes: file.readUInt16LE(start + 14) / 8,
      };
    }
    if (name === 'data') return mono(file.subarray(start, Math.min(start + size, file.length)), format);
    at = start + size + (size % 2);
  }
  throw new Error('This WAV file has no sound in it.');
}

function mono(
  data: Buffer,
  { floating, channels, rate, bytes }: { floating: boolean; channels: number; rate: number; bytes: number },
): Mono {
  const sample = (at: number) => {
    if (floating) return data.readFloatLE(at);
    if (bytes === 2) return data.readInt16LE(at) / 0x8000;
    if (bytes === 3) return data.readIntLE(at, 3) / 0x80_0000;
    throw new Error(`This WAV file has samples of ${bytes * 8} bits; 16, 24 and 32 floating can be read.`);
  };
  const frame = bytes * channels;
  const samples = Float32Array.from({ length: Math.floor(data.length / frame) }, (_, i) => {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++) sum += sample(i * frame + channel * bytes);
    return sum / channels;
  });
  return { samples, rate };
}

/** Writes a WAV file of 16 bits. */
export function writeWav({ samples, rate }: Mono): Buffer {
  const file = Buffer.alloc(44 + samples.length * 2);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(36 + samples.length * 2, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(samples.length * 2, 40);
  samples.forEach((sample, i) => {
    file.writeInt16LE(Math.round(Math.min(Math.max(sample, -1), 1) * 0x7fff), 44 + i * 2);
  });
  return file;
}
