/** Every field on the wire. Written by hand until it is generated from the server's messages. */
export type Phase = 'waiting' | 'playing' | 'over';
export interface Clock { player_s?: number | null; increment_s?: number; move_s?: number | null }
export interface Agreed { game: string; variant?: string | null; edition?: string | null; seats?: number | null; options?: Record<string, number>; assist?: number; clock?: Clock | null; take_back?: boolean; public?: boolean; round_s?: number | null; team_talk?: boolean }
export interface Sit { name: string; avatar?: string; seat?: number | null; token?: string | null }
export interface Create { agreed: Agreed; sit?: Sit | null; bots?: string[]; start?: boolean }
export interface Seated { code: string; link: string; seat?: number | null; token?: string | null }
export interface Problem { code: string; rule: string; text: string }
export interface Summary { code: string; game: string; variant: string; edition: string | null; seats: number; free: number; names: string[]; phase: Phase }
export interface Hello { t: 'hello'; token?: string | null; game?: number; since?: number }
export interface Move { t: 'move'; v: number; id: string; move: string }
export interface TakeBack { t: 'take_back'; id: string }
export interface CountDown { t: 'count'; id: string }
export interface Start { t: 'start'; id: string }
export interface Rise { t: 'rise'; id: string }
export interface SeatBot { t: 'bot'; id: string; seat: number; bot?: string | null }
export interface StandIn { t: 'stand_in'; id: string; seat: number; bot?: string | null }
export interface Return { t: 'return'; id: string }
export interface Rematch { t: 'rematch'; id: string; yes?: boolean }
export interface Chat { t: 'chat'; id: string; text: string; emote?: boolean }
export interface Mute { t: 'mute'; id: string; seat: number; on?: boolean }
export interface Ping { t: 'ping' }
export type Request = Hello | Move | TakeBack | CountDown | Start | Rise | SeatBot | StandIn | Return | Rematch | Chat | Mute | Ping;
export interface SeatState { name?: string | null; avatar?: string; bot?: string | null; stand_in?: string | null; here?: boolean; away_s?: number | null; rematch?: boolean }
export interface TableState { code: string; phase: Phase; agreed: Agreed; seats: SeatState[]; game: number; watchers: number }
export interface Now { game: number; v: number; view: Record<string, unknown>; waiting: number[]; legal?: string[] | null; mine?: string | null; left_ms?: number[] | null; turn_ms?: number | null; result?: Record<string, unknown> | null; preview?: Record<string, unknown> | null }
export interface Said { t: 'said'; n: number; seat: number; text: string; emote?: boolean; id?: string | null }
export interface Welcome { t: 'welcome'; table: TableState; since: number; seat?: number | null; events?: Record<string, unknown>[]; now?: Now | null; chat?: Said[]; muted?: number[] }
export interface Seats { t: 'table'; table: TableState }
export interface Moved { t: 'moved'; v: number; events: Record<string, unknown>[]; now: Now; id?: string | null }
export interface Chosen { t: 'chosen'; v: number; seat: number; waiting: number[]; mine?: string | null; id?: string | null }
export interface Held { t: 'held'; v: number; seat: number; events: Record<string, unknown>[]; view: Record<string, unknown>; ms: number; id?: string | null }
export interface TakenBack { t: 'taken_back'; seat: number; now: Now; id?: string | null }
export interface Counting { t: 'counting'; seats: number[]; ms: number; id?: string | null }
export interface Done { t: 'done'; id: string }
export interface Refused { t: 'refused'; code: string; rule: string; text: string; id?: string | null; now?: Now | null }
export interface Pong { t: 'pong' }
export type News = Welcome | Seats | Moved | Chosen | Held | TakenBack | Counting | Said | Done | Refused | Pong;
