import { mount } from 'svelte';
import './kit/tokens.css';
import App from './App.svelte';
import { listen } from './kit/route.svelte';
import { register } from './offline/update.svelte';
import { follow } from './settings/settings.svelte';

follow();
listen();
const target = document.getElementById('app');
if (target) mount(App, { target });
register();
