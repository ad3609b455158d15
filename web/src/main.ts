import './kit/oldEngines';
import { mount, tick } from 'svelte';
import './kit/tokens.css';
import App from './App.svelte';
import { listen } from './router.svelte';
import { measure } from './kit/screen.svelte';
import { language } from './kit/i18n.svelte';
import { register } from './offline/update.svelte';
import { follow } from './settings/preferences.svelte';
import { introduce } from './wire/storage.svelte';

follow();
measure();
listen();
/** Wait a moment for the preloaded fonts, so that text does not jump when they arrive. */
function fonts(): Promise<unknown> {
  const faces = ["700 20px 'Bricolage Grotesque Variable'", "400 15px 'Figtree Variable'"];
  const loaded = Promise.all(faces.map((face) => document.fonts?.load(face)));
  const late = new Promise((done) => setTimeout(done, 400));
  return Promise.race([loaded.catch(() => undefined), late]);
}

await tick(); // the settings have set the language
await Promise.all([fonts(), language.ready()]);
introduce();
const target = document.getElementById('app');
if (target) {
  target.replaceChildren(); // what is there says that the page does not start
  mount(App, { target });
}
register();
