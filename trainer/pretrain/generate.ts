import type { Random } from "../random.js";
import { changePlot } from "./change-plot.js";
import { choosePlot } from "./choose-plot.js";
import type { Dialogue } from "./dialogue.js";
import { guidePlot } from "./guide-plot.js";
import { isHeldOut, type Lexicon } from "./names.js";
import type { Size } from "./size.js";
import { writePlot } from "./write-plot.js";

/**
 * One dialogue of the corpus, its plot drawn by the shares that the pretraining uses. A dialogue in which two harmless
 * parts join to a held-out word is drawn again.
 */
export function generateDialogue(random: Random, lexicon: Lexicon, size: Size): Dialogue {
  for (;;) {
    const dialogue = drawDialogue(random, lexicon, size);
    if (!isHeldOut(JSON.stringify(dialogue))) return dialogue;
  }
}

function drawDialogue(random: Random, lexicon: Lexicon, size: Size): Dialogue {
  const way = random.next();
  if (way < 0.56) return writePlot(random, lexicon, size);
  if (way < 0.65) return changePlot(random, lexicon, size);
  if (way < 0.85) return choosePlot(random, lexicon, size);
  return guidePlot(random, lexicon, size);
}
