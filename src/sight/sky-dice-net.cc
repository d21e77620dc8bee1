/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-dice-net-private.h"

#include <dnnl.hpp>
#include <omp.h>
#include <opencv2/dnn/all_layers.hpp>
#include <stdexcept>
#include <unordered_map>

using dnnl::memory;

namespace
{
using Layers = std::vector<cv::Ptr<cv::dnn::Layer> >;

/* While there is one, oneDNN starts no threads for who has it: whoever reads many tables does so
 * with a thread for each. */
class OneThread
{
public:
  OneThread () : before (omp_get_max_threads ())
  {
    omp_set_num_threads (1);
  }
  ~OneThread ()
  {
    omp_set_num_threads (before);
  }
  OneThread (const OneThread &) = delete;
  OneThread &operator= (const OneThread &) = delete;

private:
  int before;
};

struct Step
{
  dnnl::primitive what;
  std::unordered_map<int, memory> with;
};

memory::desc
describe (const memory::dims &dims, memory::format_tag format)
{
  return { dims, memory::data_type::f32, format };
}

/* As oneDNN wants them: height before width. */
memory::dims
dims_of (const std::vector<size_t> &sizes)
{
  return { static_cast<memory::dim> (sizes.at (0)), static_cast<memory::dim> (sizes.at (1)) };
}
}

struct DiceNet::Parts
{
  dnnl::engine engine{ dnnl::engine::kind::cpu, 0 };
  dnnl::stream stream{ engine };
  std::vector<Step> steps;
  memory crops, last;

  Parts ();
  dnnl::primitive_attr attributes (bool above_zero) const;
  memory arrange (const memory &from, const memory::desc &as, bool each_time);
  void add_step (const dnnl::primitive &what,
                 const dnnl::primitive_desc_base &how,
                 std::unordered_map<int, memory> with);
  void add_convolution (const cv::dnn::BaseConvolutionLayer &layer, bool above_zero);
  void add_pooling (const cv::dnn::PoolingLayer &layer);
  void add_layers (const Layers &layers);
};

DiceNet::Parts::Parts ()
    : crops (describe ({ MOST, 3, CROP, CROP }, memory::format_tag::nhwc), engine), last (crops)
{
}

/* How a layer is computed. @above_zero: what is below counts as 0. Memory that it works with is its
 * own, since a net may be made in one thread and asked in another. */
dnnl::primitive_attr
DiceNet::Parts::attributes (bool above_zero) const
{
  dnnl::primitive_attr attributes;
  dnnl::post_ops then;

  if (above_zero)
    then.append_eltwise (1, dnnl::algorithm::eltwise_relu, 0, 0);
  attributes.set_post_ops (then);
  attributes.set_scratchpad_mode (dnnl::scratchpad_mode::user);
  return attributes;
}

/* @from, in the order of @as. @each_time: as a step of its own. */
memory
DiceNet::Parts::arrange (const memory &from, const memory::desc &as, bool each_time)
{
  if (from.get_desc () == as)
    return from;
  memory to (as, engine);
  dnnl::reorder::primitive_desc how (engine, from.get_desc (), engine, as, attributes (false));
  add_step (dnnl::reorder (how), how, { { DNNL_ARG_FROM, from }, { DNNL_ARG_TO, to } });
  if (!each_time)
    {
      steps.back ().what.execute (stream, steps.back ().with);
      stream.wait ();
      steps.pop_back ();
    }
  return to;
}

void
DiceNet::Parts::add_step (const dnnl::primitive &what,
                          const dnnl::primitive_desc_base &how,
                          std::unordered_map<int, memory> with)
{
  with.insert ({ DNNL_ARG_SCRATCHPAD, memory (how.scratchpad_desc (), engine) });
  steps.push_back ({ what, std::move (with) });
}

void
DiceNet::Parts::add_convolution (const cv::dnn::BaseConvolutionLayer &layer, bool above_zero)
{
  using dnnl::convolution_forward;
  cv::Mat kernels = layer.blobs.at (0), bias = layer.blobs.at (1);
  const memory::dims in = last.get_desc ().dims (), strides = dims_of (layer.strides),
                     before = dims_of (layer.pads_begin), after = dims_of (layer.pads_end),
                     sides = { kernels.size[0], kernels.size[1], kernels.size[2], kernels.size[3] };
  memory::dims of = { in[0], sides[0], 0, 0 };

  for (size_t i = 0; i < 2; i++)
    of[2 + i] = (in[2 + i] + before[i] + after[i] - sides[2 + i]) / strides[i] + 1;
  const memory::desc bias_as = describe ({ sides[0] }, memory::format_tag::x);
  convolution_forward::primitive_desc how (
      { dnnl::prop_kind::forward_inference, dnnl::algorithm::convolution_auto,
        describe (in, memory::format_tag::any), describe (sides, memory::format_tag::any), bias_as,
        describe (of, memory::format_tag::any), strides, before, after },
      attributes (above_zero), engine);
  memory from = arrange (last, how.src_desc (), true);
  memory weights =
      arrange (memory (describe (sides, memory::format_tag::oihw), engine, kernels.ptr<float> ()),
               how.weights_desc (), false);
  memory added = memory (bias_as, engine);
  std::copy_n (bias.ptr<float> (), sides[0], static_cast<float *> (added.get_data_handle ()));
  last = memory (how.dst_desc (), engine);
  add_step (convolution_forward (how), how,
            { { DNNL_ARG_SRC, from },
              { DNNL_ARG_WEIGHTS, weights },
              { DNNL_ARG_BIAS, added },
              { DNNL_ARG_DST, last } });
}

void
DiceNet::Parts::add_pooling (const cv::dnn::PoolingLayer &layer)
{
  using dnnl::pooling_forward;
  constexpr int AVERAGE = 1; /* as OpenCV counts kinds */
  const memory::dims in = last.get_desc ().dims (), side = dims_of (layer.kernel_size),
                     strides = dims_of (layer.strides), none = { 0, 0 };
  const memory::dims of = { in[0], in[1], in[2] / strides[0], in[3] / strides[1] };
  const dnnl::algorithm kind = layer.type == AVERAGE ? dnnl::algorithm::pooling_avg_exclude_padding
                                                     : dnnl::algorithm::pooling_max;

  pooling_forward::primitive_desc how ({ dnnl::prop_kind::forward_inference, kind, last.get_desc (),
                                         describe (of, memory::format_tag::any), strides, side,
                                         none, none },
                                       attributes (false), engine);
  memory from = last;
  last = memory (how.dst_desc (), engine);
  add_step (pooling_forward (how), how, { { DNNL_ARG_SRC, from }, { DNNL_ARG_DST, last } });
}

void
DiceNet::Parts::add_layers (const Layers &layers)
{
  for (size_t i = 0; i < layers.size (); i++)
    {
      const cv::dnn::Layer *layer = layers[i].get ();
      const auto *convolution = dynamic_cast<const cv::dnn::BaseConvolutionLayer *> (layer);
      const auto *pooling = dynamic_cast<const cv::dnn::PoolingLayer *> (layer);

      if (convolution != nullptr)
        add_convolution (*convolution, i + 1 < layers.size () && layers[i + 1]->type == "ReLU");
      else if (pooling != nullptr)
        add_pooling (*pooling);
      else if (layer->type != "ReLU" && layer->type != "Padding" && layer->type != "Flatten")
        throw std::runtime_error ("a layer " + layer->type + " is not known");
    }
  if (last.get_desc ().dims () != memory::dims{ MOST, 7, 1, 1 })
    throw std::runtime_error ("the net does not end in one point");
  last = arrange (last, describe ({ MOST, 7, 1, 1 }, memory::format_tag::nchw), true);
}

DiceNet::DiceNet (cv::dnn::Net &file, const std::string &name)
{
  OneThread alone;
  Layers layers;

  for (const std::string &layer : file.getLayerNames ())
    if (layer.find (name) != std::string::npos)
      layers.push_back (file.getLayer (file.getLayerId (layer)));
  parts.reset (new Parts);
  parts->add_layers (layers);
}

DiceNet::~DiceNet () = default;

cv::Mat
DiceNet::input (size_t which)
{
  float *crops = static_cast<float *> (parts->crops.get_data_handle ());

  return cv::Mat (CROP, CROP, CV_32FC3, crops + which * CROP * CROP * 3);
}

cv::Mat
DiceNet::ask (size_t n)
{
  OneThread alone;

  for (const Step &step : parts->steps)
    step.what.execute (parts->stream, step.with);
  parts->stream.wait ();
  return cv::Mat (static_cast<int> (n), 7, CV_32F, parts->last.get_data_handle ());
}
