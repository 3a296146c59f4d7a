// Questions about the page that is shown; legibility.py asks them. The whole file is one object of functions.
({
  /** The texts whose contrast with what lies behind them is below `least`, each with its contrast. */
  contrast(least) {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const parsed = (color) => {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
      return { parts: [red, green, blue], alpha: alpha / 255 };
    };
    const over = (top, low) => top.parts.map((part, at) => part * top.alpha + low[at] * (1 - top.alpha));
    const opacity = (one) => {
      let found = 1;
      for (let up = one; up; up = up.parentElement) found *= Number(getComputedStyle(up).opacity);
      return found;
    };
    // The colour of what an element paints behind others; null: nothing of one colour.
    const painted = (one) => {
      const shape = one.matches("use") ? document.querySelector(one.getAttribute("href")) : one;
      const style = getComputedStyle(shape ?? one);
      const drawn = shape instanceof SVGGeometryElement;
      if (!drawn && (one instanceof SVGElement) && !one.matches("svg")) return null;
      const color = parsed(drawn ? (style.fill === "none" ? "transparent" : style.fill) : style.backgroundColor);
      return { ...color, alpha: color.alpha * (drawn ? Number(style.fillOpacity) : 1) * opacity(one) };
    };
    const behind = (element, x, y) => {
      const stack = document.elementsFromPoint(x, y), from = stack.indexOf(element), above = [];
      for (let up = element; up; up = up.parentElement) above.push(up);
      const layers = (from < 0 ? above : stack.slice(from)).map(painted).filter((layer) => layer && layer.alpha > 0);
      const solid = layers.findIndex((layer) => layer.alpha > 0.999);
      const ground = solid < 0 ? [255, 255, 255] : layers[solid].parts;
      return layers.slice(0, solid < 0 ? layers.length : solid).reduceRight((low, layer) => over(layer, low), ground);
    };
    const luminance = (parts) => {
      const [red, green, blue] = parts.map((part) => part / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const found = [];
    for (const { element, text, box } of this.texts()) {
      const style = getComputedStyle(element), svg = element instanceof SVGElement;
      const ink = parsed(svg ? style.fill : style.color);
      const ground = behind(element, box.x + box.width / 2, box.y + box.height / 2);
      const shown = over({ ...ink, alpha: ink.alpha * opacity(element) * (svg ? Number(style.fillOpacity) : 1) }, ground);
      const [low, high] = [luminance(shown), luminance(ground)].sort((a, b) => a - b);
      const ratio = (high + 0.05) / (low + 0.05);
      if (ratio < least) found.push(`${ratio.toFixed(2)}: ${text}`);
    }
    return [...new Set(found)];
  },

  /** The visible texts, each scrolled to when it is looked at; faces of cards are pictures and not among them. */
  *texts() {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement, text = walker.currentNode.textContent.trim();
      if (!text || element.closest("script, style, title, defs, option, noscript")) continue;
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      element.scrollIntoView({ block: "center", behavior: "instant" });
      const box = [...range.getClientRects()].find((one) => one.width > 1 && one.height > 1);
      if (box) yield { element, text, box };
    }
  },

  /** The elements whose text is wider or taller than they are, where the rest of it is not seen. */
  clipped() {
    const found = [];
    for (const element of document.body.querySelectorAll("*")) {
      const style = getComputedStyle(element);
      if (!element.checkVisibility() || !element.textContent.trim() || element instanceof SVGElement) continue;
      const hides = (overflow) => ["hidden", "clip"].includes(overflow);
      const wide = hides(style.overflowX) && element.scrollWidth > element.clientWidth + 1;
      const tall = hides(style.overflowY) && element.scrollHeight > element.clientHeight + 1;
      // One pixel is the size of texts that only screen readers are to find.
      if ((wide || tall) && element.clientWidth > 1) found.push(element.textContent.trim().slice(0, 60));
    }
    return found;
  },
})
