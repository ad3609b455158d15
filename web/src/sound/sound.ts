/** Plays synthesized sounds by name; silent until the first tap or key, as browsers require. */
import { settings } from '../settings/preferences.svelte';
import { soundOf, type Sound, type Tone } from './tones';

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

function speaker(): AudioContext | null {
  if (context || typeof AudioContext === 'undefined') return context;
  // Before a gesture a context would only be suspended, and the browser would complain.
  if (navigator.userActivation?.hasBeenActive === false) return null;
  return (context = new AudioContext());
}

function hiss(audio: AudioContext): AudioBuffer {
  if (noise) return noise;
  noise = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let n = 0; n < samples.length; n++) samples[n] = Math.random() * 2 - 1;
  return noise;
}

function envelope(audio: AudioContext, tone: Tone, gain: number, start: number): GainNode {
  const node = audio.createGain();
  const peak = start + (tone.attack ?? 0.005);
  node.gain.setValueAtTime(0.0001, start);
  node.gain.exponentialRampToValueAtTime(Math.max(gain, 0.0002), peak);
  node.gain.exponentialRampToValueAtTime(0.0001, Math.max(peak + 0.01, start + tone.lasts));
  return node;
}

function rustle(audio: AudioContext, tone: Tone, out: AudioNode, start: number): void {
  const source = new AudioBufferSourceNode(audio, { buffer: hiss(audio) });
  const filter = new BiquadFilterNode(audio, { type: 'bandpass', frequency: tone.hz });
  if (tone.to) filter.frequency.linearRampToValueAtTime(tone.to, start + tone.lasts);
  source
    .connect(filter)
    .connect(envelope(audio, tone, tone.gain, start))
    .connect(out);
  source.start(start);
  source.stop(start + tone.lasts);
}

function ring(audio: AudioContext, tone: Tone, out: AudioNode, start: number): void {
  for (const [multiple, share] of [[1, 1], ...(tone.over ?? [])] as [number, number][]) {
    const type = tone.wave as OscillatorType;
    const source = new OscillatorNode(audio, { type, frequency: tone.hz * multiple });
    if (tone.to) source.frequency.exponentialRampToValueAtTime(tone.to, start + tone.lasts);
    source.connect(envelope(audio, tone, tone.gain * share, start)).connect(out);
    source.start(start);
    source.stop(start + tone.lasts + 0.02);
  }
}

function sing(audio: AudioContext, sound: Sound): void {
  // Loudness is heard as a power: the square makes the slider even. A quarter is about -18 LUFS.
  const out = new GainNode(audio, { gain: (settings.volume / 100) ** 2 * 0.5 });
  out.connect(audio.destination);
  const now = audio.currentTime + 0.01;
  for (const tone of sound.tones)
    (tone.wave === 'noise' ? rustle : ring)(audio, tone, out, now + tone.at);
}

/** Play a sound by its name, if sounds are on; unknown names are silent. */
export function play(name: string): void {
  const sound = soundOf(name);
  if (!sound || (sound.hidden && document.visibilityState === 'visible')) return;
  // Before the first tap a browser would only complain.
  const touched = navigator.userActivation?.hasBeenActive !== false;
  if (sound.buzz && settings.haptics && touched) navigator.vibrate?.(sound.buzz);
  if (settings.volume === 0 || !settings.sounds[sound.group]) return;
  const audio = speaker();
  if (!audio) return;
  if (audio.state === 'suspended') void audio.resume();
  sing(audio, sound);
}
