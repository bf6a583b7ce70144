import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { chips } from "../state/amounts";
import { Choice } from "../views/confirm_dialog";
import { Sheet } from "../views/dialog";
import { statusNames } from "../views/facts";
import type { GameRow, NodeRow, PlayerRow, TableRow } from "./answers";
import type { AdminLink, Refusal } from "./link";
import { usePolled, type Polled } from "./polled";

const pace = 2_000;
/** More rows than anybody reads: the rest is for `cardroomctl`. */
const mostRows = 300;

/** Something that an administrator can do; with `confirm`, only after a question. */
interface Order {
  label: string;
  /** What it is about, for those who hear the button alone. */
  about: string;
  command: string;
  members: Record<string, unknown>;
  confirm?: string;
  /** What to say of it when it has only begun by then. */
  begun?: string;
}

interface SectionProps {
  link: AdminLink;
  say(text: string, bad: boolean): void;
}

function OrderButton({ link, say, order, done }: SectionProps & { order: Order; done(): void }) {
  const [asks, setAsks] = useState(false);
  const [busy, setBusy] = useState(false);
  const { label, about, command, members, confirm, begun } = order;
  const run = () => {
    setBusy(true);
    link
      .ask(command, members)
      .then(
        () => say(`${label} ${about}: ${begun ?? "done"}`, false),
        (why: Refusal) => say(`${label} ${about}: ${why.message}`, true),
      )
      .finally(() => (setBusy(false), done()));
  };
  return (
    <>
      <button
        type="button"
        class={`secondary${confirm ? " danger" : ""}`}
        aria-label={`${label} ${about}`}
        disabled={busy}
        onClick={() => (confirm ? setAsks(true) : run())}
      >
        {label}
      </button>
      {asks && confirm && (
        <Sheet title={`${label} ${about}?`} close={() => setAsks(false)}>
          <Choice text={confirm} verb={label} run={run} close={() => setAsks(false)} />
        </Sheet>
      )}
    </>
  );
}

interface ListProps<Row> extends SectionProps {
  title: string;
  polled: Polled<Row[]>;
  columns: readonly string[];
  id(row: Row): string;
  cells(row: Row): ComponentChildren[];
  orders(row: Row): Order[];
}

/** A list as a table, with what can be done at the end of each row. */
function List<Row>({ title, polled, columns, id, cells, orders, ...section }: ListProps<Row>) {
  const { data, problem } = polled;
  const rows = data?.slice(0, mostRows);
  return (
    <section>
      <h2>{title}</h2>
      {problem && <p class="muted">{problem.message}</p>}
      {!problem && !rows && <p class="muted">One moment…</p>}
      {rows?.length === 0 && <p class="muted">None.</p>}
      {rows && rows.length > 0 && (
        <div class="rows" role="region" aria-label={title} tabIndex={0}>
          <table>
            <thead>
              <tr>
                {columns.map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
                <th scope="col">Orders</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={id(row)}>
                  {cells(row).map((cell, i) => (i === 0 ? <th scope="row">{cell}</th> : <td>{cell}</td>))}
                  <td>
                    <div class="buttons">
                      {orders(row).map((order) => (
                        <OrderButton key={order.label} order={order} done={polled.again} {...section} />
                      ))}
                    </div>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {data && data.length > mostRows && (
        <p class="muted">
          {mostRows} of {chips(data.length)}; cardroomctl has them all.
        </p>
      )}
    </section>
  );
}

function gameStatus({ status, stopping, problem }: GameRow): string {
  if (!status) return `Closed: ${problem ?? ""}`;
  if (stopping === "TO_PAUSE") return "Pauses after the hands";
  if (stopping === "TO_END") return "Ends after the hands";
  return statusNames[status];
}

function gameOrders({ gameId: game, status, stopping }: GameRow): Order[] {
  const order = (label: string, command: string, confirm?: string): Order => ({
    label,
    about: game,
    command,
    members: { game },
    confirm,
  });
  const orders: Order[] = [];
  if (!status || stopping === "TO_END") return orders;
  if (status === "SEATING") orders.push(order("Start", "game start"));
  if (status === "ACTIVE" && stopping === "NO") orders.push(order("Pause", "game pause"));
  if (status === "PAUSED") orders.push(order("Resume", "game resume"));
  if (status !== "COMPLETED")
    orders.push(
      order(
        "End",
        "game end",
        status === "SCHEDULED"
          ? "It will not open; whoever is registered is told so."
          : "Every hand is played to its end, everybody is cashed out, and the game is over for good.",
      ),
    );
  return orders;
}

export function Games(props: SectionProps) {
  return (
    <List
      {...props}
      title="Games"
      polled={usePolled<GameRow[]>(props.link, "game list", pace)}
      columns={["Game", "Status", "Blinds", "Host", "Players", "Tables"]}
      id={(game) => game.gameId}
      cells={(game) => [
        game.gameId,
        gameStatus(game),
        `${chips(game.smallBlind)}/${chips(game.bigBlind)}`,
        game.hostName ?? game.host ?? "the house",
        game.players,
        game.tables,
      ]}
      orders={gameOrders}
    />
  );
}

export function Tables(props: SectionProps) {
  return (
    <List
      {...props}
      title="Tables"
      polled={usePolled<TableRow[]>(props.link, "table list", pace)}
      columns={["Table", "Game", "Players", "State", "Node", "Epoch"]}
      id={(table) => table.tableId}
      cells={(table) => [
        table.tableId,
        table.gameId,
        table.players,
        table.held ? `Held: ${table.held}` : table.epoch === undefined ? "Open nowhere" : table.paused ? "Paused" : "Plays",
        table.node ?? "–",
        table.epoch ?? "–",
      ]}
      orders={({ tableId: table, held }) =>
        held
          ? [
              {
                label: "Void",
                about: table,
                command: "table void",
                members: { table },
                confirm: "Everybody gets back what he put into the hand, which nobody wins, and the table plays on.",
              },
            ]
          : []
      }
    />
  );
}

export function Players(props: SectionProps) {
  return (
    <List
      {...props}
      title="Players"
      polled={usePolled<PlayerRow[]>(props.link, "player list", 2 * pace)}
      columns={["Player", "Id", "Game", "Table", "Balance", "State"]}
      id={(player) => `${player.userId} ${player.gameId}`}
      cells={(player) => [
        player.name,
        player.userId,
        player.gameId,
        player.tableId ? `${player.tableId}, seat ${(player.seatIndex ?? 0) + 1}` : "–",
        chips(player.balance),
        player.registered ? (player.connected ? "Here" : "Away") : "Has left",
      ]}
      orders={({ userId: user, name, registered }) =>
        registered
          ? [
              {
                label: "Take out",
                about: `${name} (${user})`,
                command: "player kick",
                members: { user },
                confirm: "The player leaves all games, cashed out after the hand, and is cut off. It is no ban.",
              },
            ]
          : []
      }
    />
  );
}

export function Nodes(props: SectionProps) {
  return (
    <List
      {...props}
      title="Nodes"
      polled={usePolled<NodeRow[]>(props.link, "node list", pace)}
      columns={["Node", "State", "Games", "Tables", "Capacity", "Clients", "Version"]}
      id={(node) => node.node}
      cells={(node) => [
        node.node,
        `${node.state}${node.coordinator ? ", coordinator" : ""}${node.linked ? "" : ", not linked"}`,
        node.games,
        node.tables,
        node.capacity,
        node.clients,
        node.version,
      ]}
      orders={({ node, state }) => {
        if (state === "UP")
          return [
            {
              label: "Drain",
              about: node,
              command: "node drain",
              members: { node },
              confirm: "Its games and tables go to the others, tables after their hand; then its daemon ends.",
              begun: "has begun; it is in this list until its last table has gone",
            },
          ];
        return state === "DRAINING" ? [{ label: "Undrain", about: node, command: "node undrain", members: { node } }] : [];
      }}
    />
  );
}
