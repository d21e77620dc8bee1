/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-dice-net-private.h"

#include <algorithm>
#include <opencv2/dnn/all_layers.hpp>
#include <stdexcept>

/* What is written once here is compiled for processors of both kinds. */
#define INLINE inline __attribute__ ((always_inline))

namespace
{
/* Numbers that are computed together, and as they lie in memory. */
template <size_t N> struct Lanes
{
  typedef float Some __attribute__ ((vector_size (N * sizeof (float))));
  struct __attribute__ ((packed, may_alias)) Stored
  {
    Some some;
  };
  static constexpr size_t COUNT = N;
  /* So many rows of PANEL sums fit into the registers beside what they are multiplied by. */
  static constexpr size_t ROWS = N == 8 ? 6 : 3;
};

template <typename L>
INLINE const typename L::Stored &
at (const float *numbers)
{
  return *reinterpret_cast<const typename L::Stored *> (numbers);
}

template <typename L>
INLINE typename L::Stored &
at (float *numbers)
{
  return *reinterpret_cast<typename L::Stored *> (numbers);
}

/* So many of a layer's results lie together in its weights. */
constexpr size_t PANEL = 16;
/* Convolutions of three by three make two by two results of a tile of four by four (S. Winograd: in
 * 16 multiplications instead of 36). So many tiles are made at once. */
constexpr size_t TILE = 4;
constexpr size_t TILES = 36;

/* What lies at the points of all crops, with a border of zeros. */
struct Map
{
  size_t side, border, channels, row, crop;
  std::vector<float> values;

  Map (size_t a_side, size_t a_border, size_t n_channels)
      : side (a_side), border (a_border), channels (n_channels),
        row ((side + 2 * border) * channels), crop ((side + 2 * border) * row),
        values (DiceNet::MOST * crop)
  {
  }

  INLINE float *
  at (size_t which, size_t y, size_t x)
  {
    return values.data () + which * crop + (y + border) * row + (x + border) * channels;
  }
};

/* A convolution, after which what is below 0 counts as 0. */
struct Layer
{
  size_t side, stride, border; /* of its kernel */
  size_t in, of;               /* channels */
  bool halves = false;         /* then the greatest of two by two points counts */
  std::vector<float> weights, bias;

  bool
  is_tiled () const
  {
    return side == 3 && in % PANEL == 0;
  }
};

/* Rows of numbers, each @n_parts times @length, to be multiplied by weights. */
struct Rows
{
  const float *first;
  size_t step; /* from one to the next */
  size_t n_parts, part, length;
};

/* N rows by the weights of a panel. */
template <typename L, size_t N>
INLINE void
multiply_rows (const Rows &rows, const float *weights, const float *bias, float *to, size_t of)
{
  constexpr size_t WIDTH = PANEL / L::COUNT;
  typename L::Some sums[N][WIDTH];

#pragma GCC unroll 8
  for (size_t i = 0; i < N; i++)
#pragma GCC unroll 4
    for (size_t k = 0; k < WIDTH; k++)
      sums[i][k] = at<L> (bias + k * L::COUNT).some;
  for (size_t part = 0; part < rows.n_parts; part++)
    for (size_t x = 0; x < rows.length; x++, weights += PANEL)
#pragma GCC unroll 8
      for (size_t i = 0; i < N; i++)
#pragma GCC unroll 4
        for (size_t k = 0; k < WIDTH; k++)
          sums[i][k] += rows.first[i * rows.step + part * rows.part + x]
                        * at<L> (weights + k * L::COUNT).some;
#pragma GCC unroll 8
  for (size_t i = 0; i < N; i++)
#pragma GCC unroll 4
    for (size_t k = 0; k < WIDTH; k++)
      at<L> (to + i * of + k * L::COUNT).some = sums[i][k];
}

/* The last @n rows, less than N. */
template <typename L, size_t N>
INLINE void
multiply_rest (
    const Rows &rows, size_t n, const float *weights, const float *bias, float *to, size_t of)
{
  if constexpr (N > 1)
    {
      if (n == N - 1)
        multiply_rows<L, N - 1> (rows, weights, bias, to, of);
      else
        multiply_rest<L, N - 1> (rows, n, weights, bias, to, of);
    }
}

/* @n rows by @weights, as @of numbers each. */
template <typename L>
INLINE void
multiply (Rows rows, size_t n, const float *weights, const float *bias, float *to, size_t of)
{
  const float *first = rows.first;

  for (size_t from = 0; from < of; from += PANEL)
    {
      size_t i = 0;

      for (rows.first = first; i + L::ROWS <= n; i += L::ROWS, rows.first += L::ROWS * rows.step)
        multiply_rows<L, L::ROWS> (rows, weights, bias + from, to + i * of + from, of);
      multiply_rest<L, L::ROWS> (rows, n - i, weights, bias + from, to + i * of + from, of);
      weights += rows.n_parts * rows.length * PANEL;
    }
}

/* A tile at @from, as its 16 products want it: @step apart in @to. */
template <typename L>
INLINE void
open_tile (const Map &map, const float *from, float *to, size_t step)
{
  for (size_t c = 0; c < map.channels; c += L::COUNT)
    {
      typename L::Some t[TILE][TILE];

#pragma GCC unroll 4
      for (size_t x = 0; x < TILE; x++)
        {
          const float *column = from + x * map.channels + c;
          const typename L::Some a = at<L> (column).some, b = at<L> (column + map.row).some,
                                 d = at<L> (column + 2 * map.row).some,
                                 e = at<L> (column + 3 * map.row).some;

          t[0][x] = a - d;
          t[1][x] = b + d;
          t[2][x] = d - b;
          t[3][x] = b - e;
        }
#pragma GCC unroll 4
      for (size_t y = 0; y < TILE; y++)
        {
          float *row = to + y * TILE * step + c;

          at<L> (row).some = t[y][0] - t[y][2];
          at<L> (row + step).some = t[y][1] + t[y][2];
          at<L> (row + 2 * step).some = t[y][2] - t[y][1];
          at<L> (row + 3 * step).some = t[y][1] - t[y][3];
        }
    }
}

/* The greater, number by number. */
template <typename Some>
INLINE void
raise (Some &one, const Some &other)
{
  one = one > other ? one : other;
}

/* What the products of a tile, @step apart, come to: two by two points from @to on, or one. */
template <typename L>
INLINE void
close_tile (const float *products, size_t step, const Layer &layer, float *to, size_t row)
{
  const typename L::Some zero{};

  for (size_t c = 0; c < layer.of; c += L::COUNT)
    {
      typename L::Some t[2][TILE], points[2][2];

#pragma GCC unroll 4
      for (size_t x = 0; x < TILE; x++)
        {
          const float *column = products + x * step + c;
          const typename L::Some b = at<L> (column + TILE * step).some,
                                 d = at<L> (column + 2 * TILE * step).some;

          t[0][x] = at<L> (column).some + b + d;
          t[1][x] = b - d - at<L> (column + 3 * TILE * step).some;
        }
#pragma GCC unroll 2
      for (size_t y = 0; y < 2; y++)
        {
          const typename L::Some bias = at<L> (layer.bias.data () + c).some;

          points[y][0] = t[y][0] + t[y][1] + t[y][2] + bias;
          points[y][1] = t[y][1] - t[y][2] - t[y][3] + bias;
          raise (points[y][0], zero);
          raise (points[y][1], zero);
          if (layer.halves)
            raise (points[y][0], points[y][1]);
        }
      if (layer.halves)
        {
          raise (points[0][0], points[1][0]);
          at<L> (to + c).some = points[0][0];
          continue;
        }
      at<L> (to + c).some = points[0][0];
      at<L> (to + layer.of + c).some = points[0][1];
      at<L> (to + row + c).some = points[1][0];
      at<L> (to + row + layer.of + c).some = points[1][1];
    }
}

/* The greatest of each two by two of @points, whose rows are @row apart: @n of them. */
template <typename L>
INLINE void
halve (const float *points, size_t row, size_t channels, float *to, size_t n)
{
  for (size_t i = 0; i < n; i++, points += channels)
    for (size_t c = 0; c < channels; c += L::COUNT, points += L::COUNT, to += L::COUNT)
      {
        typename L::Some most = at<L> (points).some;

        raise (most, at<L> (points + channels).some);
        raise (most, at<L> (points + row).some);
        raise (most, at<L> (points + row + channels).some);
        at<L> (to).some = most;
      }
}

template <typename L>
INLINE void
drop_below_zero (float *numbers, size_t n)
{
  const typename L::Some zero{};

  for (size_t i = 0; i < n; i += L::COUNT)
    {
      typename L::Some some = at<L> (numbers + i).some;

      raise (some, zero);
      at<L> (numbers + i).some = some;
    }
}
}

struct DiceNet::Parts
{
  std::vector<Layer> layers;
  std::vector<Map> maps;     /* before each layer, and after the last */
  std::vector<float> crops;  /* whole, where the net halves them first */
  std::vector<float> opened; /* tiles */
  std::vector<float> products;
  std::vector<float> zeros;

  void add_layer (cv::dnn::Layer &layer);
  void add_maps ();
  void halve_crops (size_t n);
  template <typename L> void run (size_t n);
  void run_wide (size_t n);
  template <typename L> void convolve (size_t which, size_t n);
  template <typename L> void convolve_tiles (size_t which, size_t n);
};

/* A convolution, row by row of points; where it makes a single point, crop by crop. */
template <typename L>
INLINE void
DiceNet::Parts::convolve (size_t which, size_t n)
{
  const Layer &layer = layers[which];
  Map &in = maps[which], &out = maps[which + 1];
  const size_t side = layer.halves ? 2 * out.side : out.side, row = side * layer.of;
  Rows rows{ in.values.data (), in.crop, layer.side, in.row, layer.side * layer.in };

  if (side == 1)
    {
      multiply<L> (rows, n, layer.weights.data (), layer.bias.data (), out.values.data (),
                   layer.of);
      if (which + 1 < layers.size ())
        drop_below_zero<L> (out.values.data (), n * layer.of);
      return;
    }
  rows.step = layer.stride * layer.in;
  for (size_t crop = 0; crop < n; crop++)
    for (size_t y = 0; y < side; y++)
      {
        float *to = layer.halves ? products.data () + y % 2 * row : out.at (crop, y, 0);

        rows.first = in.values.data () + crop * in.crop + y * layer.stride * in.row;
        multiply<L> (rows, side, layer.weights.data (), layer.bias.data (), to, layer.of);
        drop_below_zero<L> (to, row);
        if (layer.halves && y % 2 == 1)
          halve<L> (products.data (), row, layer.of, out.at (crop, y / 2, 0), out.side);
      }
}

/* One of three by three, many tiles at a time. */
template <typename L>
INLINE void
DiceNet::Parts::convolve_tiles (size_t which, size_t n)
{
  const Layer &layer = layers[which];
  Map &in = maps[which], &out = maps[which + 1];
  const size_t side = in.side / 2, all = n * side * side, from_step = TILES * layer.in,
               to_step = TILES * layer.of, apart = layer.halves ? 1 : 2;

  for (size_t first = 0; first < all; first += TILES)
    {
      const size_t n_tiles = std::min (TILES, all - first);

      for (size_t i = 0; i < n_tiles; i++)
        {
          const size_t x = (first + i) % side, y = (first + i) / side % side,
                       crop = (first + i) / side / side;

          open_tile<L> (in, in.values.data () + crop * in.crop + 2 * y * in.row + 2 * x * layer.in,
                        opened.data () + i * layer.in, from_step);
        }
      for (size_t i = 0; i < TILE * TILE; i++)
        multiply<L> ({ opened.data () + i * from_step, layer.in, 1, 0, layer.in }, n_tiles,
                     layer.weights.data () + i * layer.in * layer.of, zeros.data (),
                     products.data () + i * to_step, layer.of);
      for (size_t i = 0; i < n_tiles; i++)
        {
          const size_t x = (first + i) % side, y = (first + i) / side % side,
                       crop = (first + i) / side / side;

          close_tile<L> (products.data () + i * layer.of, to_step, layer,
                         out.at (crop, apart * y, apart * x), out.row);
        }
    }
}

template <typename L>
INLINE void
DiceNet::Parts::run (size_t n)
{
  for (size_t i = 0; i < layers.size (); i++)
    if (layers[i].is_tiled ())
      convolve_tiles<L> (i, n);
    else
      convolve<L> (i, n);
}

#if defined(__x86_64__)
__attribute__ ((target ("avx2,fma"))) void
DiceNet::Parts::run_wide (size_t n)
{
  run<Lanes<8> > (n);
}

static bool
is_wide ()
{
  return __builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("fma");
}
#else
void
DiceNet::Parts::run_wide (size_t n)
{
  run<Lanes<4> > (n);
}

static bool
is_wide ()
{
  return false;
}
#endif

/* The weights of a row of points for each result, in panels. */
static void
add_weights (const std::vector<float> &rows, Layer &layer)
{
  for (size_t panel = 0; panel < layer.of; panel += PANEL)
    for (size_t row = 0; row < rows.size (); row += layer.of)
      layer.weights.insert (layer.weights.end (),
                            rows.begin () + static_cast<std::ptrdiff_t> (row + panel),
                            rows.begin () + static_cast<std::ptrdiff_t> (row + panel + PANEL));
}

/* The weights of each of a tile's products. */
static void
add_tile_weights (const cv::Mat &kernels, Layer &layer)
{
  static const double G[TILE][3] = {
    { 1, 0, 0 }, { 0.5, 0.5, 0.5 }, { 0.5, -0.5, 0.5 }, { 0, 0, 1 }
  };
  std::vector<float> rows (layer.in * layer.of);

  for (size_t u = 0; u < TILE; u++)
    for (size_t v = 0; v < TILE; v++)
      {
        for (int i = 0; i < kernels.size[1]; i++)
          for (int o = 0; o < kernels.size[0]; o++)
            {
              const float *kernel = kernels.ptr<float> (o, i);
              double sum = 0;

              for (size_t k = 0; k < 9; k++)
                sum += G[u][k / 3] * G[v][k % 3] * static_cast<double> (kernel[k]);
              rows[static_cast<size_t> (i) * layer.of + static_cast<size_t> (o)] =
                  static_cast<float> (sum);
            }
        add_weights (rows, layer);
      }
}

static void
add_kernel_weights (const cv::Mat &kernels, Layer &layer)
{
  const size_t n = layer.side * layer.side;
  std::vector<float> rows (n * layer.in * layer.of);

  for (int o = 0; o < kernels.size[0]; o++)
    for (int i = 0; i < kernels.size[1]; i++)
      for (size_t k = 0; k < n; k++)
        rows[(k * layer.in + static_cast<size_t> (i)) * layer.of + static_cast<size_t> (o)] =
            kernels.ptr<float> (o, i)[k];
  add_weights (rows, layer);
}

void
DiceNet::Parts::add_layer (cv::dnn::Layer &from)
{
  const auto *convolution = dynamic_cast<const cv::dnn::BaseConvolutionLayer *> (&from);

  if (from.type == "Pooling" && layers.empty ())
    crops.resize (MOST * CROP * CROP * 3);
  else if (from.type == "Pooling")
    layers.back ().halves = true;
  else if (convolution != nullptr)
    {
      const cv::Mat &kernels = from.blobs.at (0), &bias = from.blobs.at (1);
      const size_t of = static_cast<size_t> (kernels.size[0]);
      Layer layer{};

      layer.side = convolution->kernel_size.at (0);
      layer.stride = convolution->strides.at (0);
      layer.border = convolution->pads_begin.at (0);
      layer.in = static_cast<size_t> (kernels.size[1]);
      layer.of = (of + PANEL - 1) / PANEL * PANEL;
      layer.bias.assign (bias.ptr<float> (), bias.ptr<float> () + of);
      layer.bias.resize (layer.of);
      if (layer.is_tiled ())
        add_tile_weights (kernels, layer);
      else
        add_kernel_weights (kernels, layer);
      layers.push_back (layer);
    }
  else if (from.type != "ReLU" && from.type != "Padding" && from.type != "Flatten")
    throw std::runtime_error ("a layer " + from.type + " is not known");
}

/* What lies between the layers, and what they work with. */
void
DiceNet::Parts::add_maps ()
{
  size_t side = crops.empty () ? CROP : CROP / 2, channels = 3;

  for (const Layer &layer : layers)
    {
      const bool fits =
          layer.in == channels && layer.stride > 0 && layer.side <= side + 2 * layer.border;

      if (!fits || (layer.is_tiled () && (layer.stride != 1 || layer.border != 1 || side % 2 != 0)))
        throw std::runtime_error ("a layer of this size is not known");
      maps.emplace_back (side, layer.border, channels);
      side = (side + 2 * layer.border - layer.side) / layer.stride + 1;
      if (layer.is_tiled ())
        {
          opened.resize (std::max (opened.size (), TILE * TILE * TILES * layer.in));
          products.resize (std::max (products.size (), TILE * TILE * TILES * layer.of));
        }
      else
        products.resize (std::max (products.size (), 2 * side * layer.of));
      zeros.resize (std::max (zeros.size (), layer.of));
      if (layer.halves)
        side /= 2;
      channels = layer.of;
    }
  if (side != 1 || channels != PANEL)
    throw std::runtime_error ("the net does not end in one point");
  maps.emplace_back (side, 0, channels);
}

/* The mean of each two by two points of the first @n crops. */
void
DiceNet::Parts::halve_crops (size_t n)
{
  constexpr size_t ROW = CROP * 3;
  Map &out = maps.front ();

  for (size_t crop = 0; crop < n; crop++)
    for (size_t y = 0; y < out.side; y++)
      {
        const float *from = crops.data () + (crop * CROP + 2 * y) * ROW;
        float *to = out.at (crop, y, 0);

        for (size_t x = 0; x < out.side; x++, from += 3)
          for (size_t c = 0; c < 3; c++, from++, to++)
            *to = (from[0] + from[3] + from[ROW] + from[ROW + 3]) / 4;
      }
}

DiceNet::DiceNet (cv::dnn::Net &file, const std::string &name) : parts (new Parts)
{
  for (const std::string &layer : file.getLayerNames ())
    if (layer.find (name) != std::string::npos)
      parts->add_layer (*file.getLayer (file.getLayerId (layer)));
  parts->add_maps ();
}

DiceNet::~DiceNet () = default;

cv::Mat
DiceNet::input (size_t which)
{
  Map &first = parts->maps.front ();

  if (!parts->crops.empty ())
    return cv::Mat (CROP, CROP, CV_32FC3, parts->crops.data () + which * CROP * CROP * 3);
  return cv::Mat (CROP, CROP, CV_32FC3, first.at (which, 0, 0), first.row * sizeof (float));
}

cv::Mat
DiceNet::ask (size_t n)
{
  static const bool wide = is_wide ();
  Map &last = parts->maps.back ();

  if (!parts->crops.empty ())
    parts->halve_crops (n);
  if (wide)
    parts->run_wide (n);
  else
    parts->run<Lanes<4> > (n);
  return cv::Mat (static_cast<int> (n), 7, CV_32F, last.values.data (), last.row * sizeof (float));
}
