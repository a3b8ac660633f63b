// Bodies from textures with a row per body: place (x, y, z, radius), orientation, (value, shape). An instance is a row.
// The same source draws meshes and, for what is small on the screen, balls on points; colours, or rows for picking. The
// smallest balls, dots, have the depth of their centre: what is behind others is then left out before it is shaded.

const common = /* glsl */ `
precision highp float;
precision highp int;
precision highp sampler2D;
precision highp isampler2D;
`;

const bodyLookup = /* glsl */ `
uniform sampler2D place_map, value_map, scale_map;
uniform isampler2D orientation_map;
uniform mat4 modelViewMatrix, projectionMatrix;
in float row;
ivec2 texel(int i, sampler2D map) { int w = textureSize(map, 0).x; return ivec2(i % w, i / w); }
vec4 place_of(int i) { return texelFetch(place_map, texel(i, place_map), 0); }
vec2 value_of(int i) { return texelFetch(value_map, texel(i, place_map), 0).xy; }
// Of the mesh, and the radius of the ball of equal volume.
vec4 scale_of(int shape) { return texelFetch(scale_map, texel(shape, scale_map), 0); }
vec4 orientation_of(int i) {
  return normalize(vec4(texelFetch(orientation_map, texel(i, place_map), 0)) + vec4(0.0, 0.0, 0.0, 1e-6));
}
vec3 turned(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }
`;

const shading = /* glsl */ `
uniform sampler2D colour_map;
uniform vec2 value_range;   // of the map
uniform float palette_size; // 0: a map of numbers
uniform float opacity;
uniform float selected_row;
uniform vec4 cut_plane;     // in view space: what has dot(xyz, p) > w is cut away
uniform bool is_cut;
uniform bool picking;
uniform vec3 cut_normal;    // towards the side that is cut away, in view space
out vec4 colour;
vec3 base_colour(float value) {
  if (palette_size > 0.0) return texture(colour_map, vec2((mod(value, palette_size) + 0.5) / palette_size, 0.5)).rgb;
  float t = clamp((value - value_range.x) / max(value_range.y - value_range.x, 1e-30), 0.0, 1.0);
  return texture(colour_map, vec2(0.5 / 256.0 + t * 255.0 / 256.0, 0.5)).rgb;
}
vec3 lit(vec3 base, vec3 n, vec3 p) {
  vec3 to_eye = normalize(-p);
  float key = max(dot(n, normalize(vec3(-0.35, 0.65, 0.7))), 0.0);
  float sky = 0.5 + 0.5 * n.y;
  float rim = pow(1.0 - max(dot(n, to_eye), 0.0), 3.0);
  vec3 half_way = normalize(to_eye + normalize(vec3(-0.35, 0.65, 0.7)));
  float gloss = pow(max(dot(n, half_way), 0.0), 40.0);
  return base * (0.34 + 0.22 * sky + 0.58 * key) * (1.0 - 0.35 * rim) + vec3(0.10 * gloss);
}
void shade(float value, float row, vec3 n, vec3 p, bool is_cap) {
  if (picking) {
    int id = int(row) + 1;
    colour = vec4(float(id & 255), float((id >> 8) & 255), float((id >> 16) & 255), 255.0) / 255.0;
    return;
  }
  vec3 base = base_colour(value);
  vec3 c = is_cap ? base * 0.82 : lit(base, n, p);
  if (row == selected_row) c = mix(c, vec3(1.0, 0.25, 0.55), 0.65);
  colour = vec4(c, opacity);
}
`;

export const meshVertex = common + bodyLookup + /* glsl */ `
in vec3 position, normal;
out vec3 v_normal, v_point;
flat out float v_value, v_row;
void main() {
  int i = int(row);
  vec4 q = orientation_of(i);
  vec2 value = value_of(i);
  vec3 scale = scale_of(int(value.y)).xyz;
  vec4 p = modelViewMatrix * vec4(place_of(i).xyz + turned(q, scale * position), 1.0);
  v_normal = mat3(modelViewMatrix) * turned(q, normal / scale);
  v_point = p.xyz;
  v_value = value.x;
  v_row = row;
  gl_Position = projectionMatrix * p;
}
`;

export const meshFragment = common + shading + /* glsl */ `
in vec3 v_normal, v_point;
flat in float v_value, v_row;
void main() {
  if (is_cut && dot(cut_plane.xyz, v_point) > cut_plane.w) discard;
  // The inside of a body that is cut is its cut face.
  shade(v_value, v_row, normalize(v_normal), v_point, is_cut && !gl_FrontFacing);
}
`;

export const pointVertex = common + bodyLookup + /* glsl */ `
uniform float pixels_per_radian; // height of the picture over twice the tangent of half its angle
out vec3 v_centre;
flat out float v_radius, v_value, v_row;
void main() {
  int i = int(row);
  vec2 value = value_of(i);
  v_radius = scale_of(int(value.y)).w;
  vec4 p = modelViewMatrix * vec4(place_of(i).xyz, 1.0);
  v_centre = p.xyz;
  v_value = value.x;
  v_row = row;
  gl_Position = projectionMatrix * p;
  gl_PointSize = max(1.5, 2.0 * v_radius * pixels_per_radian / max(-p.z, 1e-6));
}
`;

export const pointFragment = (isDot: boolean) => common + shading + /* glsl */ `
uniform mat4 projectionMatrix;
in vec3 v_centre;
flat in float v_radius, v_value, v_row;
void main() {
  vec2 xy = 2.0 * gl_PointCoord - 1.0;
  float rr = dot(xy, xy);
  if (rr > 1.0) discard;
  vec3 n = vec3(xy.x, -xy.y, sqrt(1.0 - rr));
  vec3 p = v_centre + v_radius * n;
  bool is_cap = false;
  if (is_cut && dot(cut_plane.xyz, p) > cut_plane.w) {
    p.z -= 2.0 * v_radius * n.z;
    if (dot(cut_plane.xyz, p) > cut_plane.w) discard;
    is_cap = true;
  }
  shade(v_value, v_row, n, p, is_cap);
` + (isDot ? '}' : /* glsl */ `
  vec2 zw = projectionMatrix[2].zw * p.z + projectionMatrix[3].zw;
  gl_FragDepth = 0.5 + 0.5 * zw.x / zw.y;
}
`);

export const tubeVertex = common + /* glsl */ `
uniform mat4 modelViewMatrix, projectionMatrix;
in vec3 position;
in vec4 from, to; // w: radius, value
out vec3 v_normal, v_point;
flat out float v_value;
void main() {
  vec3 axis = to.xyz - from.xyz;
  vec3 e = normalize(axis);
  vec3 u = normalize(cross(e, abs(e.z) < 0.9 ? vec3(0.0, 0.0, 1.0) : vec3(1.0, 0.0, 0.0)));
  vec3 around = position.x * u + position.y * cross(e, u);
  vec4 p = modelViewMatrix * vec4(from.xyz + position.z * axis + from.w * around, 1.0);
  v_normal = mat3(modelViewMatrix) * around;
  v_point = p.xyz;
  v_value = to.w;
  gl_Position = projectionMatrix * p;
}
`;

export const tubeFragment = common + shading + /* glsl */ `
in vec3 v_normal, v_point;
flat in float v_value;
void main() {
  if (is_cut && dot(cut_plane.xyz, v_point) > cut_plane.w) discard;
  shade(v_value, -1.0, normalize(v_normal), v_point, false);
}
`;
