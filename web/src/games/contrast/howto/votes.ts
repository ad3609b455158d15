/** The rounds that the pictures show: what was chosen, and which symbols win. */
interface Example {
  key: string;
  choices: (string | null)[];
  won: string[];
}

/** The four cases for four players (F11), and three against one. */
export const FOUR: Example[] = [
  { key: 'win.1', choices: ['angular', 'angular', 'yellow', 'light'], won: ['angular'] },
  { key: 'win.2', choices: ['angular', 'angular', 'angular', 'yellow'], won: ['angular'] },
  { key: 'win.3', choices: ['angular', 'yellow', 'light', 'big'], won: [] },
  { key: 'win.4', choices: ['angular', 'angular', 'green', 'green'], won: [] },
  { key: 'win.5', choices: ['angular', 'angular', 'angular', 'angular'], won: [] },
];

/** The exceptions for three, five and six players (F6). */
export const EXCEPTIONS: Example[] = [
  { key: 'exceptions.1', choices: ['big', 'big', null], won: ['big'] },
  { key: 'exceptions.2', choices: ['big', 'big', 'blue', 'blue', 'heavy'], won: ['big', 'blue'] },
  {
    key: 'exceptions.3',
    choices: ['big', 'big', 'blue', 'blue', 'heavy', 'round'],
    won: ['big', 'blue'],
  },
  { key: 'exceptions.4', choices: ['big', 'big', 'blue', 'blue', 'heavy', 'heavy'], won: [] },
];
