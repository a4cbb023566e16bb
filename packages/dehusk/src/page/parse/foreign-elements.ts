import { tagNumber } from "../tags.ts";
import type { Attribute } from "../tree-builder.ts";
import type { Construction } from "./construction.ts";
import { ENCODING } from "./tag-tokens.ts";

const ANNOTATION_XML = tagNumber("math annotation-xml");

/** SVG names that are not all lower case. */
const svgTagNames = byLowerCase(
  "altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath feBlend feColorMatrix " +
    "feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feFlood feFuncA " +
    "feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight " +
    "feSpecularLighting feSpotLight feTile feTurbulence foreignObject glyphRef linearGradient radialGradient textPath",
);

const svgAttributeNames = byLowerCase(
  "attributeName attributeType baseFrequency baseProfile calcMode clipPathUnits diffuseConstant edgeMode filterUnits " +
    "glyphRef gradientTransform gradientUnits kernelMatrix kernelUnitLength keyPoints keySplines keyTimes lengthAdjust " +
    "limitingConeAngle markerHeight markerUnits markerWidth maskContentUnits maskUnits numOctaves pathLength " +
    "patternContentUnits patternTransform patternUnits pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio " +
    "primitiveUnits refX refY repeatCount repeatDur requiredExtensions requiredFeatures specularConstant " +
    "specularExponent spreadMethod startOffset stdDeviation stitchTiles surfaceScale systemLanguage tableValues targetX " +
    "targetY textLength viewBox viewTarget xChannelSelector yChannelSelector zoomAndPan",
);

const mathAttributeNames = byLowerCase("definitionURL");

function byLowerCase(names: string): ReadonlyMap<string, string> {
  return new Map(names.split(" ").map((name) => [name.toLowerCase(), name]));
}

/** Inserts an SVG or MathML element for the current tag, with the case of names that the standard restores. */
export function insertForeign(p: Construction, isSvg: boolean): void {
  const { token } = p;
  const name = p.tokens.names[token.name];
  const tag = p.tags.foreign(token.name, isSvg, isSvg ? (svgTagNames.get(name) ?? name) : name);
  const attributes = token.attributes.map(isSvg ? adjustedForSvg : adjustedForMath);
  if (token.selfClosing) {
    p.insertVoidAs(tag, attributes);
    return;
  }
  p.insertAs(tag, attributes, token.start, token.end);
  if (tag === ANNOTATION_XML && /^(?:text\/html|application\/xhtml\+xml)$/.test(token.value(ENCODING).toLowerCase())) {
    p.addAnnotationPoint();
  }
}

function adjustedForSvg(attribute: Attribute): Attribute {
  const name = svgAttributeNames.get(attribute.name);
  return name === undefined ? attribute : { name, value: attribute.value };
}

function adjustedForMath(attribute: Attribute): Attribute {
  const name = mathAttributeNames.get(attribute.name);
  return name === undefined ? attribute : { name, value: attribute.value };
}
