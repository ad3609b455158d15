// A client written from docs/api.md alone: it plays one game of each kind against bots, hangs up
// once in the middle and comes back, and prints a line of JSON about each game.

const [server] = process.argv.slice(2);
const LATER = new Set([1006, 1011, 1012, 1013, 4408, 4429]);

async function ask(method, path, body) {
  const options = { method, headers: { 'content-type': 'application/json' } };
  if (body) options.body = JSON.stringify(body);
  const answer = await fetch(server + path, options);
  const found = await answer.json();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${found.code}`);
  return found;
}

/** A seat at a table: moves whenever it must, until the game is over. */
class Player {
  constructor({ code, seat, token }) {
    Object.assign(this, { code, seat, token });
    this.game = 0;
    this.version = 0;
    this.events = 0;
    this.moves = 0;
    this.hungUp = false;
    this.pending = null; // the last request, until its answer comes
  }

  play() {
    return new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
      this.connect();
    });
  }

  connect() {
    this.socket = new WebSocket(`${server.replace(/^http/, 'ws')}/api/tables/${this.code}/socket`);
    this.socket.onopen = () => {
      this.send({ t: 'hello', token: this.token, game: this.game, since: this.version });
    };
    this.socket.onmessage = ({ data }) => this.hear(JSON.parse(data));
    this.socket.onclose = ({ code }) => {
      if (this.result) this.resolve(this);
      else if (this.hungUp === 'now' || LATER.has(code)) {
        this.hungUp = true;
        this.connect();
      } else this.reject(new Error(`closed with ${code}`));
    };
  }

  send(message) {
    this.socket.send(JSON.stringify(message));
  }

  hear(news) {
    if (news.id && news.id === this.pending?.id) this.pending = null;
    if (news.t === 'refused' && news.code !== 'stale') {
      this.reject(new Error(`${news.code}: ${news.text}`));
      return;
    }
    if (news.t === 'welcome') {
      this.count(news.events, news.since);
      if (this.pending) this.send(this.pending); // it is never done twice
    }
    if (news.t === 'moved') this.count(news.events, news.v - news.events.length);
    // A missing field means the default.
    if (news.t === 'held' && news.seat === this.seat && news.legal) {
      this.move(news.v + news.events.length, news.legal);
    }
    if (news.now) this.look(news.now);
  }

  /** Count the events of the game: versions have no gaps. */
  count(events = [], since = 0) {
    if (since > this.events) this.reject(new Error(`events after ${this.events} are missing`));
    this.events = Math.max(this.events, since + events.length);
  }

  look(now) {
    this.game = now.game;
    this.version = now.v;
    if (now.result) {
      this.result = now.result;
      this.replay = now.replay;
      this.socket.close(1000);
    } else if (now.legal && now.waiting.includes(this.seat) && this.asked !== `${now.v}`) {
      this.move(now.v, now.legal);
    }
  }

  move(version, legal) {
    if (this.pending) return;
    this.asked = `${version}`;
    this.moves += 1;
    const move = legal[(this.moves * 7) % legal.length];
    this.pending = { t: 'move', v: version, id: `m${this.moves}`, move };
    this.send(this.pending);
    if (this.moves === 3 && !this.hungUp) {
      this.hungUp = 'now';
      this.socket.close(1000);
    }
  }
}

for (const { game, variants } of await ask('GET', '/api/games')) {
  for (const { variant, seats } of variants) {
    const bots = Array(seats[0] - 1).fill('random');
    const place = await ask('POST', '/api/tables', {
      agreed: { game, variant, seats: seats[0], take_back: false, assist: 0 },
      sit: { name: 'Fox 27', avatar: 'fox' },
      bots,
      start: true,
    });
    const player = await new Player(place).play();
    const record = await ask('GET', `/api/tables/${place.code}/record`);
    const { moves, events, replay, hungUp } = player;
    console.log(JSON.stringify({ game, variant, moves, events, replay, hungUp, record }));
  }
}
