(() => {
  "use strict";
  const games = JSON.parse(document.getElementById("games").textContent);
  const at = (id) => document.getElementById(id);
  const SVG = "http://www.w3.org/2000/svg";
  const SQUARE = 40, MARGIN = 18;
  let game = 0, turn = 0, step = 0, frames = [];

  const square = (name) => (8 - Number(name[1])) * 8 + name.charCodeAt(0) - 97;
  const moved = { n: -8, s: 8, e: 1, w: -1 };

  // One word of a turn on a list of 64 squares, a8 first: Ra1 places, Ee2n steps, rc3x is captured.
  const carryOut = (board, word) => {
    const here = square(word.slice(1, 3));
    if (word.length === 3) board[here] = word[0];
    else if (word[3] === "x") board[here] = " ";
    else { board[here + moved[word[3]]] = board[here]; board[here] = " "; }
  };

  // frames[t] holds the boards after each word group of turn t; a capture belongs to its step, a setup is one group.
  const play = (data) => {
    let board = [...data.start];
    const all = [[board]];
    for (const { t } of data.turns) {
      const words = t.split(" ").filter((word) => word);
      const boards = [];
      board = [...board];
      for (const word of words) {
        carryOut(board, word);
        const setup = word.length === 3;
        if ((setup || word[3] === "x") && boards.length) boards[boards.length - 1] = [...board];
        else boards.push([...board]);
      }
      all.push(boards.length ? boards : [board]);
    }
    return all;
  };

  const element = (name, attributes, parent) => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    parent.appendChild(made);
    return made;
  };

  const corner = (index) => [MARGIN + (index % 8) * SQUARE, Math.floor(index / 8) * SQUARE];

  const draw = (board, before) => {
    const size = 8 * SQUARE + MARGIN;
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("class", "board");
    svg.setAttribute("viewBox", `0 0 ${size} ${size}`);
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", "Arimaa board");
    svg.setAttribute("data-board", board.join(""));
    for (let i = 0; i < 64; i++) {
      const [x, y] = corner(i);
      const trap = [18, 21, 42, 45].includes(i);
      const kind = trap ? "trap" : (i + Math.floor(i / 8)) % 2 ? "dark" : "light"; // a1 is dark
      element("rect", { class: kind, x, y, width: SQUARE, height: SQUARE }, svg);
    }
    for (let i = 0; i < 8; i++) {
      const along = i * SQUARE + SQUARE / 2;
      element("text", { class: "name", x: MARGIN + along, y: size - 4 }, svg).textContent = "abcdefgh"[i];
      element("text", { class: "name", x: MARGIN / 2, y: along + 4 }, svg).textContent = 8 - i;
    }
    for (let i = 0; i < 64; i++) {
      const [x, y] = corner(i);
      if (before && before[i] !== board[i])
        element("rect", { class: "from", x: x + 2, y: y + 2, width: SQUARE - 4, height: SQUARE - 4 }, svg);
      if (board[i] === " ") continue;
      const side = board[i] === board[i].toUpperCase() ? "gold" : "silver";
      const piece = element("g", { class: `piece ${side}` }, svg);
      element("circle", { cx: x + SQUARE / 2, cy: y + SQUARE / 2, r: 16 }, piece);
      element("text", { x: x + SQUARE / 2, y: y + SQUARE / 2 + 6 }, piece).textContent = board[i];
    }
    at("board").replaceChildren(svg);
  };

  // Charts whose x is the number of a turn.
  const charts = () => document.querySelectorAll("svg[data-turns]");

  const show = () => {
    const data = games[game];
    const board = frames[turn][step];
    const start = turn > 0 ? frames[turn - 1].at(-1) : null;
    draw(board, data.turns[turn - 1]?.t.split(" ")[0].length === 3 ? null : start);
    const now = data.turns[turn - 1];
    at("status").textContent = turn === 0 ? `start of ${data.turns.length} turns`
      : `turn ${turn} of ${data.turns.length}: ${now.l} ${now.t}` + (now.n ? ` (${now.n})` : "");
    for (const item of at("turns").children) item.classList.toggle("now", Number(item.dataset.turn) === turn);
    at("comment").textContent = now?.c || "";
    for (const chart of charts()) {
      const line = chart.querySelector(".cursor") || element("line", { class: "cursor", y1: 14, y2: 258 }, chart);
      const [from, to, left, right] = chart.dataset.turns.split(" ").map(Number);
      const x = left + (Math.max(from, Math.min(turn, to)) - from) / (to - from) * (right - left);
      line.setAttribute("x1", x);
      line.setAttribute("x2", x);
    }
    const marked = at("turns").querySelector(".now");
    if (marked) at("turns").scrollTop = marked.offsetTop - at("turns").offsetTop - 120;
    history.replaceState(null, "", `#game=${game + 1}&turn=${turn}`);
  };

  const go = (toTurn, toStep) => {
    turn = Math.max(0, Math.min(toTurn, frames.length - 1));
    step = toStep === undefined ? frames[turn].length - 1 : toStep;
    show();
  };
  const forward = () => go(step < frames[turn].length - 1 ? turn : turn + 1);
  const stepForward = () => {
    if (step < frames[turn].length - 1) go(turn, step + 1);
    else if (turn < frames.length - 1) go(turn + 1, 0);
  };
  const stepBack = () => { if (step > 0) go(turn, step - 1); else go(turn - 1); };

  const open = (number, toTurn) => {
    game = Math.max(0, Math.min(number, games.length - 1));
    const data = games[game];
    frames = play(data);
    at("game").value = String(game);
    at("facts").replaceChildren(...data.facts.flatMap(([name, value]) => {
      const [term, description] = [document.createElement("dt"), document.createElement("dd")];
      term.textContent = name;
      description.textContent = value;
      return [term, description];
    }));
    at("turns").replaceChildren(...data.turns.map(({ l, t, n, m }, index) => {
      const item = document.createElement("li");
      item.dataset.turn = index + 1;
      const label = document.createElement("b");
      label.textContent = l;
      item.append(label, t);
      if (m) {
        const sign = document.createElement("strong");
        sign.textContent = m;
        sign.className = m === "??" ? "blunder" : "mistake";
        item.append(sign);
      }
      if (n) { const note = document.createElement("small"); note.textContent = n; item.append(note); }
      item.addEventListener("click", () => go(index + 1));
      return item;
    }));
    go(toTurn);
  };

  if (!games.length) { at("replay").hidden = true; return; }
  at("first").addEventListener("click", () => go(0));
  at("back").addEventListener("click", () => go(turn - 1));
  at("stepback").addEventListener("click", stepBack);
  at("step").addEventListener("click", stepForward);
  at("next").addEventListener("click", forward);
  at("last").addEventListener("click", () => go(frames.length - 1));
  at("game").addEventListener("change", (event) => open(Number(event.target.value), 0));
  const keys = {
    ArrowRight: forward, ArrowLeft: () => go(turn - 1), ",": stepBack, ".": stepForward,
    n: () => open(game + 1, 0), p: () => open(game - 1, 0),
  };
  // These scroll the page unless the board has the focus.
  const boardKeys = { Home: () => go(0), End: () => go(frames.length - 1) };
  document.addEventListener("keydown", (event) => {
    const inControl = /^(SELECT|INPUT|TEXTAREA)$/.test(event.target.tagName || "");
    const onBoard = at("replay").contains(event.target);
    const key = keys[event.key] || (onBoard && boardKeys[event.key]);
    if (!key || inControl || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    key();
  });
  const follow = () => {
    const wanted = new URLSearchParams(location.hash.slice(1));
    open(Number(wanted.get("game") || 1) - 1, Number(wanted.get("turn") || 0));
  };
  window.addEventListener("hashchange", () => {
    follow();
    at("replay").scrollIntoView({ block: "nearest" });
  });
  document.addEventListener("click", (event) => {
    const chart = event.target.closest("svg[data-turns]");
    if (!chart) return;
    const box = chart.getBoundingClientRect();
    const [from, to, left, right] = chart.dataset.turns.split(" ").map(Number);
    const along = (event.clientX - box.left) / box.width * chart.viewBox.baseVal.width;
    go(Math.round(from + (along - left) / (right - left) * (to - from)));
  });
  follow();
})();
