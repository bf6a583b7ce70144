import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Socket } from "../connection/connection";
import { browserKeep } from "../connection/storage";
import { chips } from "../state/amounts";
import type { DaemonStatus } from "./answers";
import { Chart } from "./chart";
import { AdminLink, type Phase } from "./link";
import { usePolled } from "./polled";
import { Games, Nodes, Players, Tables } from "./sections";
import { withSample, type Sample } from "./series";
import "../styles/admin.css";

function SignIn({ problem, busy, signIn }: { problem?: string; busy: boolean; signIn(token: string): void }) {
  const [token, setToken] = useState("");
  return (
    <main class="welcome">
      <h1>Administration</h1>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          signIn(token.trim());
        }}
      >
        <label class="field">
          <span>The administrator’s token</span>
          <input
            type="password"
            autofocus
            autocomplete="off"
            required
            maxLength={256}
            value={token}
            aria-describedby="token-hint"
            aria-invalid={problem !== undefined}
            onInput={(event) => setToken(event.currentTarget.value)}
          />
        </label>
        <p id="token-hint" class="muted small">
          It is in admin.token, in the daemon’s data directory. This window forgets it when it is closed.
        </p>
        <p role="alert" class="loss">
          {problem}
        </p>
        <button type="submit" class="primary big" disabled={busy}>
          Sign in
        </button>
      </form>
    </main>
  );
}

function lasting(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 60) return `${minutes} min`;
  return minutes < 2_880 ? `${Math.floor(minutes / 60)} h ${minutes % 60} min` : `${Math.floor(minutes / 1_440)} days`;
}

function Overview({ link, samples, heard }: { link: AdminLink; samples: Sample[]; heard(status: DaemonStatus): void }) {
  const { data: status, problem } = usePolled<DaemonStatus>(link, "status", 1_000, heard);
  const facts = status && [
    ["Games", chips(status.games)],
    ["Tables", chips(status.tables)],
    ["Players ever", chips(status.players)],
    ["Players here", chips(status.sessions)],
    ["Hands since the start", chips(status.handsPlayed)],
    ["Runs for", lasting(status.uptime)],
    ["Version", status.version],
  ];
  const wrong = [status?.storeDownReason && `Nothing is stored: ${status.storeDownReason}`, status?.problem, problem?.message];
  return (
    <section>
      <h2>Overview</h2>
      {wrong.map((text) => text && <p class="loss">{text}</p>)}
      <dl class="facts">
        {facts?.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div class="charts">
        <Chart
          title="Hands"
          unit="a second"
          samples={samples}
          curves={[{ name: "Hands", of: (sample) => sample.hands }]}
        />
        <Chart
          title="Actions"
          unit="a second"
          samples={samples}
          curves={[{ name: "Actions", of: (sample) => sample.actions }]}
        />
        <Chart
          title="Latency inside the daemon"
          unit="ms"
          samples={samples}
          curves={[
            { name: "Median", of: (sample) => sample.p50 },
            { name: "99 of 100", of: (sample) => sample.p99 },
          ]}
        />
      </div>
    </section>
  );
}

const sections = { Games, Tables, Players, Nodes };
type Section = keyof typeof sections;

function Desk({ link, phase }: { link: AdminLink; phase: Phase }) {
  const [samples, setSamples] = useState<Sample[]>([]);
  const [shown, setShown] = useState<Section>("Games");
  const [said, setSaid] = useState({ text: "", bad: false });
  const List = sections[shown];
  return (
    <main class="lobby admin">
      <div class="lobby-head">
        <h1>Administration</h1>
        <button type="button" class="secondary" onClick={() => link.signOut()}>
          Sign out
        </button>
      </div>
      <p role="status" class={said.bad ? "loss" : "muted"}>
        {phase === "lost" ? "Connection lost. It comes back by itself." : said.text}
      </p>
      {phase === "in" && (
        <>
          <Overview
            link={link}
            samples={samples}
            heard={(status) => setSamples((old) => withSample(old, status, Date.now()))}
          />
          <nav class="table-tabs" aria-label="Lists">
            {(Object.keys(sections) as Section[]).map((name) => (
              <button
                type="button"
                key={name}
                aria-current={name === shown ? "true" : undefined}
                onClick={() => setShown(name)}
              >
                {name}
              </button>
            ))}
          </nav>
          <List key={shown} link={link} say={(text, bad) => setSaid({ text, bad })} />
        </>
      )}
    </main>
  );
}

function Page({ begin }: { begin(told: (phase: Phase, problem?: string) => void): AdminLink }) {
  const [{ phase, problem }, setHow] = useState<{ phase: Phase; problem?: string }>({ phase: "out" });
  const [link, setLink] = useState<AdminLink>();
  useEffect(() => setLink(begin((now, why) => setHow({ phase: now, problem: why }))), []);
  if (!link) return null;
  if (phase === "in" || phase === "lost") return <Desk link={link} phase={phase} />;
  return <SignIn problem={problem} busy={phase === "asking"} signIn={(token) => link.signIn(token)} />;
}

/** The page of administrators, in this element. */
export function administer(root: HTMLElement): void {
  document.title = "Administration · Cardroom";
  const keep = browserKeep(() => sessionStorage);
  const begin = (told: (phase: Phase, problem?: string) => void) =>
    new AdminLink({
      open: () => new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`) as Socket,
      later(ms, run) {
        const timer = window.setTimeout(run, ms);
        return () => window.clearTimeout(timer);
      },
      keep,
      told,
    });
  render(<Page begin={begin} />, root);
}
