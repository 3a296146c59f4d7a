"use strict";
// Curves as SVG: lines with bands, ticks, and what the pointer is at. Nothing here knows of runs.

const SVG = "http://www.w3.org/2000/svg";
const ROOM = { left: 66, right: 12, top: 10, bottom: 40 };

/** An element of HTML with properties and children. */
function make(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children.filter((one) => one !== null && one !== undefined));
  return made;
}

/** An element of SVG with attributes, in a parent. */
function draw(parent, tag, attributes, text) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (text !== undefined) made.textContent = text;
  parent.append(made);
  return made;
}

/** Round numbers from low to high, some `count` of them. */
function ticks(low, high, count) {
  const raw = (high - low) / Math.max(count, 1);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((of) => of * power).find((one) => one >= raw * 0.999);
  const first = Math.ceil(low / step - 1e-9), found = [];
  // Numbers so large that one more is the same number have no end of ticks.
  for (let n = 0; n <= 10 * count && (first + n) * step <= high + step * 1e-9; n++) found.push((first + n) * step);
  return [...new Set(found)];
}

/** A number as people read it; small and large ones short. */
function plain(value) {
  const size = Math.abs(value);
  if (value === 0) return "0";
  if (size >= 1e9) return `${trim((value / 1e9).toFixed(2))}G`;
  if (size >= 1e6) return `${trim((value / 1e6).toFixed(2))}M`;
  if (size >= 1e4) return `${trim((value / 1e3).toFixed(1))}k`;
  if (size >= 10) return trim(value.toFixed(1));
  if (size >= 0.001) return trim(value.toPrecision(3));
  return value.toExponential(1).replace(".0e", "e");
}

function trim(text) {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** Seconds as people read them. */
function span(seconds) {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5400) return `${trim((seconds / 60).toFixed(1))} min`;
  return `${trim((seconds / 3600).toFixed(1))} h`;
}

const percent = (share) => `${trim((100 * share).toFixed(1))} %`;

/** The least and the greatest of numbers; of many, few that are far from the others do not count. */
function range(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b), skip = Math.floor(sorted.length / 40);
  const whole = [sorted[0], sorted[sorted.length - 1]];
  const most = [sorted[skip], sorted[sorted.length - 1 - skip]];
  return whole[1] - whole[0] > 4 * (most[1] - most[0]) && most[1] > most[0] ? most : whole;
}

/** What is drawn from where to where, with some air. */
function extent(lines, chart) {
  const all = lines.flatMap((line) => line.points);
  const { from, to } = ends(all.map((point) => point.x));
  if (chart.whole) return { low: 0, high: 1, from, to };
  const ys = all.flatMap((point) => [point.y, point.low, point.high]).filter((y) => y !== undefined && y !== null);
  let [low, high] = ys.length ? range(ys) : [0, 1];
  const air = (high - low || Math.abs(high) || 1) * 0.06;
  // Near to zero zero itself is shown, but what is never negative is not shown as if it were.
  low = low >= 0 && low <= 0.5 * high ? 0 : low - air;
  return { low, high: high + air, from, to };
}

/** Where the horizontal axis begins and ends: at zero, if that is near. */
function ends(xs) {
  let from = Math.min(...xs), to = Math.max(...xs);
  if (from === to) { from = 0; to = to || 1; }
  if (from < 0.1 * to) from = 0;
  return { from, to };
}

/** The parts of a line between gaps. */
function parts(points) {
  const found = [[]];
  for (const point of points) {
    if (point.y === null) found.push([]);
    else found[found.length - 1].push(point);
  }
  return found.filter((part) => part.length);
}

function drawLine(svg, line, at) {
  for (const part of parts(line.points)) {
    const way = (points, y) => points.map((point) => `${at.x(point.x).toFixed(1)},${at.y(y(point)).toFixed(1)}`);
    if (part[0].low !== undefined) {
      const edge = [...way(part, (p) => p.high), ...way([...part].reverse(), (p) => p.low)];
      draw(svg, "polygon", { class: "band", points: edge.join(" "), fill: line.colour, "fill-opacity": 0.16 });
    }
    draw(svg, "polyline", { class: "line", points: way(part, (p) => p.y).join(" "), stroke: line.colour });
    if (part.length === 1 || line.dots) {
      for (const point of part) draw(svg, "circle", { cx: at.x(point.x), cy: at.y(point.y), r: 3, fill: line.colour });
    }
  }
}

function drawAxes(svg, chart, at, size) {
  const bottom = size.height - ROOM.bottom;
  for (const y of ticks(at.low, at.high, chart.whole ? 5 : Math.max(3, Math.floor(size.height / 45)))) {
    draw(svg, "line", { class: "grid", x1: ROOM.left, x2: size.width - ROOM.right, y1: at.y(y), y2: at.y(y) });
    draw(svg, "text", { x: ROOM.left - 6, y: at.y(y) + 4, "text-anchor": "end" }, chart.say(y));
  }
  for (const x of ticks(at.from, at.to, Math.max(2, Math.floor(size.width / 85)))) {
    draw(svg, "line", { class: "base", x1: at.x(x), x2: at.x(x), y1: bottom, y2: bottom + 4 });
    draw(svg, "text", { x: at.x(x), y: bottom + 17, "text-anchor": "middle" }, chart.place(x));
  }
  draw(svg, "line", { class: "base", x1: ROOM.left, x2: size.width - ROOM.right, y1: bottom, y2: bottom });
  const middle = (ROOM.top + bottom) / 2;
  draw(svg, "text", { class: "axis", x: 13, y: middle, "text-anchor": "middle", transform: `rotate(-90 13 ${middle})` }, chart.axis);
  draw(svg, "text", { class: "axis", x: (ROOM.left + size.width - ROOM.right) / 2, y: size.height - 6, "text-anchor": "middle" }, chart.along);
}

/** The share of wins that a player has whose play is as good as that of the others, for each number of players. */
function drawFair(svg, players, at, size) {
  const right = size.width - ROOM.right, groups = [];
  for (const count of players) {
    const y = at.y(1 / count), last = groups[groups.length - 1];
    draw(svg, "line", { class: "fair", x1: ROOM.left, x2: right, y1: y, y2: y });
    // Lines of many players are close to each other, and share a label.
    if (last && y - last.y < 14) last.counts.push(count);
    else groups.push({ y, counts: [count] });
  }
  for (const { y, counts } of groups) {
    const text = players.length > 1 ? `fair share of ${counts.join(", ")}` : "fair share";
    draw(svg, "text", { class: "share", x: right, y: y - 4, "text-anchor": "end" }, text);
  }
}

/** The point of a line that is next to a place. */
function nearest(points, x) {
  let best = null;
  for (const point of points) if (best === null || Math.abs(point.x - x) < Math.abs(best.x - x)) best = point;
  return best;
}

/** What stands beside the pointer: the values of all lines there. */
function follow(figure, svg, chart, lines, at, size) {
  const cross = draw(svg, "line", { class: "cross", y1: ROOM.top, y2: size.height - ROOM.bottom, visibility: "hidden" });
  const tip = make("div", { className: "tip", hidden: true });
  figure.append(tip);
  svg.addEventListener("pointerleave", () => { tip.hidden = true; cross.setAttribute("visibility", "hidden"); });
  svg.addEventListener("pointermove", (event) => {
    const given = event.clientX - svg.getBoundingClientRect().left;
    const to = at.from + ((given - ROOM.left) / at.wide) * (at.to - at.from);
    const main = nearest(lines.flatMap((line) => line.points), to);
    if (main === null) return;
    tip.replaceChildren(make("b", { textContent: chart.place(main.x) }));
    for (const line of lines) {
      const point = nearest(line.points, main.x);
      const range = point.low === undefined ? "" : ` (${chart.say(point.low)} … ${chart.say(point.high)})`;
      const row = make("span", { textContent: `${line.name}: ${point.y === null ? "no number" : chart.say(point.y)}${range}` });
      row.style.setProperty("--of", line.colour);
      tip.append(row);
    }
    const x = at.x(main.x);
    cross.setAttribute("x1", x);
    cross.setAttribute("x2", x);
    cross.setAttribute("visibility", "visible");
    tip.hidden = false;
    tip.style.top = `${svg.getBoundingClientRect().top - figure.getBoundingClientRect().top + ROOM.top}px`;
    tip.style.left = `${x > size.width / 2 ? x - tip.offsetWidth - 2 : x + 24}px`;
  });
}

/**
 * Draws a chart into a figure, whose width it takes.
 * `chart`: title, height, say(y), place(x), the labels `axis` and `along` of its axes, and perhaps legend; of shares that
 * are shown from 0 to 1 `whole`, with numbers of players in `players`.
 * `lines`: name, colour, points of x, y, perhaps low and high; dots.
 */
function plot(figure, chart, lines) {
  const size = { width: Math.max(figure.clientWidth - 24, 240), height: chart.height };
  const found = extent(lines, chart);
  const wide = size.width - ROOM.left - ROOM.right, tall = size.height - ROOM.top - ROOM.bottom;
  const at = {
    ...found, wide,
    x: (x) => ROOM.left + ((x - found.from) / (found.to - found.from)) * wide,
    y: (y) => ROOM.top + (1 - Math.min(Math.max((y - found.low) / (found.high - found.low), 0), 1)) * tall,
  };
  const caption = make("figcaption", {}, make("span", { textContent: chart.title }));
  if (chart.legend) {
    const key = make("span", { className: "key" });
    for (const line of lines) {
      const one = make("span", { textContent: line.name });
      one.style.setProperty("--of", line.colour);
      key.append(one);
    }
    caption.append(key);
  }
  const last = lines.length === 1 ? lines[0].points[lines[0].points.length - 1] : null;
  if (last && last.y !== null) caption.append(make("span", { className: "now", textContent: chart.say(last.y) }));
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${size.width} ${size.height}`);
  svg.setAttribute("role", "img");
  const latest = lines.map((line) => [line.name, line.points[line.points.length - 1].y]);
  const words = latest.map(([name, y]) => `${name} ${y === null ? "no number" : chart.say(y)}`).join(", ");
  svg.setAttribute("aria-label", `${chart.title}: now ${words}`);
  figure.replaceChildren(caption, svg);
  drawAxes(svg, chart, at, size);
  for (const line of lines) drawLine(svg, line, at);
  if (chart.players) drawFair(svg, chart.players, at, size);
  follow(figure, svg, chart, lines, at, size);
}
