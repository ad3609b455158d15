/** Whether the browser has a network; a server on this machine can be reached without one. */

export const network = $state({ online: navigator.onLine });

for (const event of ['online', 'offline'])
  addEventListener(event, () => (network.online = navigator.onLine));
